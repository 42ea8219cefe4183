export const settings = {
  dealer: 'Dealer',
  dealerWhy: 'Your name and logo appear on the login page, in the header and in emails.',
  name: 'Dealer name',
  logo: 'Logo',
  places: 'Time and phones',
  placesWhy: 'Sets when a day begins and which phone numbers are domestic.',
  timeZone: 'Time zone',
  timeZoneChange:
    'Lists and reports will count days in this time zone. With many leads this takes a moment; everyone can keep working.',
  phoneCountry: 'Phone country',
  phoneCountryUntil: 'You can change this until the first lead is recorded.',
  service: 'Service staff',
  serviceWhy: 'What employees of the service level can do besides changing the status of leads.',
  serviceMayCorrect: 'Service staff can edit leads',
  serviceMayCorrectWhy:
    'Lets them correct the name, phone, email, vehicle and service of leads at their centers. Every change appears in the lead’s history.',
  save: 'Save',
  saved: 'Settings saved',
} as const;
