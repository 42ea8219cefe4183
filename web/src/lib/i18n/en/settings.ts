/** Words of the dealer's settings. */
export const settings = {
  dealer: 'Dealer',
  dealerWhy: 'Name and logo stand on the sign-in page, in the header and in mails.',
  name: 'Dealer name',
  logo: 'Logo',
  places: 'Time and phones',
  placesWhy: 'What counts as today, and which phone numbers are domestic.',
  timeZone: 'Time zone',
  timeZoneChange: 'Every lead moves to its days in this time zone. Lists and reports count by them at once.',
  phoneCountry: 'Phone country',
  phoneCountryUntil: 'It can be changed until the first lead is recorded.',
  save: 'Save',
  saved: 'Settings saved',
} as const;
