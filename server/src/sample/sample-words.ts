import type { OfferingType } from '#contract/offerings.ts';

/** Service centers of the sample dealer. */
export const centers = [
  {
    name: 'Tejgaon Service Center',
    address: '112 Tejgaon Industrial Area, Dhaka 1208',
    contactNo: '02-8870112',
  },
  {
    name: 'Uttara Service Center',
    address: 'House 14, Sector 7, Uttara, Dhaka 1230',
    contactNo: '02-8951214',
  },
  { name: 'Mirpur Service Center', address: 'Plot 6, Mirpur 11, Dhaka 1216', contactNo: '02-9006116' },
  {
    name: 'Agrabad Service Center',
    address: '45 Sheikh Mujib Road, Chattogram 4100',
    contactNo: '031-714545',
  },
  { name: 'Sylhet Service Center', address: 'Zindabazar Point, Sylhet 3100', contactNo: '0821-714330' },
  { name: 'Khulna Service Center', address: '88 KDA Avenue, Khulna 9100', contactNo: '041-720088' },
] as const;

/** Services and campaigns of the sample dealer. `days`: of a campaign, from today; `perDay`: how many may be booked a day. */
export const offerings: readonly {
  name: string;
  type: OfferingType;
  location?: string;
  days?: [number, number];
  minutes?: number;
  perDay?: number;
}[] = [
  { name: 'Periodic Maintenance', type: 'service', minutes: 120 },
  { name: 'Engine Oil Change', type: 'service', minutes: 45 },
  { name: 'Brake Service', type: 'service', minutes: 90 },
  { name: 'Wheel Alignment & Balancing', type: 'service', minutes: 60 },
  { name: 'AC Service & Gas Refill', type: 'service', minutes: 90 },
  { name: 'Battery Check & Replacement', type: 'service', minutes: 30 },
  { name: 'Engine Diagnosis', type: 'service', minutes: 60 },
  { name: 'Suspension Repair', type: 'service', minutes: 240 },
  { name: 'Body & Paint', type: 'service', minutes: 480, perDay: 2 },
  { name: 'Hybrid System Check', type: 'service', minutes: 60 },
  { name: 'Transmission Service', type: 'service', minutes: 300 },
  { name: 'Full Car Wash & Polish', type: 'service', minutes: 90 },
  { name: 'Free Monsoon Check-up', type: 'campaign', location: 'All centers', days: [-90, -45], minutes: 30 },
  { name: 'Eid Service Festival', type: 'campaign', location: 'Dhaka', days: [-75, -50] },
  { name: 'Free Battery Camp', type: 'campaign', location: 'Chattogram', days: [-60, -30], minutes: 30 },
  { name: 'Winter Care Package', type: 'campaign', location: 'All centers', days: [-20, 40], minutes: 60 },
  { name: 'Hybrid Health Week', type: 'campaign', location: 'Uttara', days: [-6, 8], minutes: 60 },
  { name: 'AC Cool Fest', type: 'campaign', location: 'Khulna', days: [-118, -80] },
  { name: 'Loyalty Oil Change', type: 'campaign', location: 'Tejgaon', days: [-30, 30], minutes: 45 },
  { name: 'Tyre Exchange Offer', type: 'campaign', location: 'Sylhet', days: [-40, 15], minutes: 60 },
  { name: 'Brake Pads', type: 'parts' },
  { name: 'Air Filter', type: 'parts' },
  { name: 'Oil Filter', type: 'parts' },
  { name: 'Spark Plugs', type: 'parts' },
  { name: 'Wiper Blades', type: 'parts' },
  { name: 'Headlamp Assembly', type: 'parts' },
  { name: 'Clutch Plate', type: 'parts' },
  { name: 'Shock Absorbers', type: 'parts' },
  { name: 'Timing Belt', type: 'parts' },
  { name: 'Hybrid Battery Pack', type: 'parts' },
];

/** Employees of the sample dealer. `centers`: positions in {@link centers}. */
export const employees = [
  { name: 'Nusrat Jahan', level: 'manager', centers: [] },
  { name: 'Imran Hossain', level: 'manager', centers: [] },
  { name: 'Farhana Akter', level: 'dataEntry', centers: [] },
  { name: 'Sajid Rahman', level: 'dataEntry', centers: [] },
  { name: 'Tania Sultana', level: 'dataEntry', centers: [] },
  { name: 'Mahmudul Hasan', level: 'dataEntry', centers: [] },
  { name: 'Rafi Chowdhury', level: 'service', centers: [0] },
  { name: 'Shirin Sharmin', level: 'service', centers: [0] },
  { name: 'Kamal Uddin', level: 'service', centers: [1] },
  { name: 'Jannatul Ferdous', level: 'service', centers: [1, 2] },
  { name: 'Arif Mahmud', level: 'service', centers: [2] },
  { name: 'Sumon Barua', level: 'service', centers: [3] },
  { name: 'Mitu Das', level: 'service', centers: [3] },
  { name: 'Tanvir Ahmed', level: 'service', centers: [4] },
  { name: 'Ruma Begum', level: 'service', centers: [4, 5] },
  { name: 'Biplob Sarkar', level: 'service', centers: [5] },
  { name: 'Sadia Islam', level: 'unassigned', centers: [] },
  { name: 'রাশেদ করিম', level: 'unassigned', centers: [] },
] as const;

/** Employees of the sample dealer as whom a visitor of the demo logs in, one of each level. */
export const signIns = [
  { name: 'Ayesha Siddiqua', level: 'superAdmin', email: 'superadmin@pitlane.test', centers: [] },
  { name: 'Rezaul Karim', level: 'admin', email: 'admin@pitlane.test', centers: [] },
  { name: 'Nadia Haque', level: 'manager', email: 'manager@pitlane.test', centers: [] },
  { name: 'Shafiq Alam', level: 'dataEntry', email: 'dataentry@pitlane.test', centers: [] },
  { name: 'Rakib Hasan', level: 'service', email: 'service@pitlane.test', centers: [0, 1] },
  { name: 'Mim Akter', level: 'unassigned', email: 'unassigned@pitlane.test', centers: [] },
] as const;

/** Given names of sample customers. */
export const givenNames =
  `Abdul Ahsan Anika Arman Asif Ayman Bushra Dipa Ehsan Fahim Faria Habib Hasan Ishrat Jamil Kazi Lamia Masud
Mehedi Mou Nabila Naim Nazmul Omar Parvez Pritom Rahim Rakib Rifat Rubel Sabbir Sadman Samira Shahed Sharmin Sohel Tamim
Tasnim Wasim Yasmin Zahid Zarin`.split(/\s+/);

/** Family names of sample customers. */
export const familyNames =
  `Ahmed Akter Alam Ali Banik Begum Biswas Chowdhury Das Faruk Ghosh Haque Hossain Islam Kabir Karim Khan
Mahmud Mia Mollah Nath Paul Rahman Roy Saha Sarkar Sikder Sultana Talukder Uddin`.split(/\s+/);

/** Full names of sample customers in Bangla. */
export const banglaNames =
  `রহিম উদ্দিন|করিম মিয়া|ফাতেমা বেগম|সালমা খাতুন|আব্দুল হালিম|নূরজাহান আক্তার|মোস্তাফিজুর রহমান|শারমিন সুলতানা|জাহিদ হাসান|তাসলিমা নাসরিন|অনিক সাহা|প্রিয়াঙ্কা দাস`.split(
    '|',
  );

/** Beginnings of sample license plates, to which a number is added. */
export const plates = [
  'DHAKA METRO-GA',
  'DHAKA METRO-KA',
  'DHAKA METRO-KHA',
  'CHATTA METRO-GA',
  'SYLHET-GA',
  'KHULNA-GA',
  'DHAKA METRO-CHA',
];

/** Notes of sample leads. */
export const notes =
  `Wants a pick-up from the office.|Asked for an estimate before work starts.|Brake noise at low speed.|Prefers Friday morning.|AC does not cool in traffic.|Engine light came on yesterday.|Will bring their own engine oil.|Regular customer, asks for the same technician.|Needs the car back before 5 pm.|গাড়ি স্টার্ট নিতে সমস্যা হচ্ছে।|শুক্রবার সকালে আসতে চান।|ব্রেক থেকে শব্দ আসছে।|আগে দাম জানতে চেয়েছেন।|Saw the offer on Facebook.|Parts availability to be confirmed.|Warranty question about the battery.`.split(
    '|',
  );

/** Areas, each with its city, of sample addresses. */
export const places = [
  { area: 'Gulshan', city: 'Dhaka' },
  { area: 'Banani', city: 'Dhaka' },
  { area: 'Dhanmondi', city: 'Dhaka' },
  { area: 'Uttara', city: 'Dhaka' },
  { area: 'মিরপুর', city: 'ঢাকা' },
  { area: 'Agrabad', city: 'Chattogram' },
  { area: 'Nasirabad', city: 'Chattogram' },
  { area: 'Zindabazar', city: 'Sylhet' },
  { area: 'Sonadanga', city: 'Khulna' },
] as const;

/** Roads of sample addresses. */
export const roads = [
  'Lake Road',
  'School Road',
  'Station Road',
  'New Market Road',
  'Park Lane',
  'Mosque Lane',
];

/** Notes of sample leads that are followed up. */
export const followUpNotes =
  `Called, will decide after salary day.|No answer, sent a WhatsApp message.|Asked to call again next week.|Comparing prices with another workshop.|ফোন ধরেননি, আবার কল করতে হবে।|Interested, waiting for the estimate.`.split(
    '|',
  );

/** Notes of sample calls, by whether the customer was reached. */
export const callNotes = {
  inVain:
    `Rang out.|Number busy, sent a WhatsApp message.|In a meeting, call back later.|Phone switched off.|ফোন ধরেননি।|পরে কল করতে বলেছেন।`.split(
      '|',
    ),
  reached:
    `Asked about the price, satisfied.|Will bring the car as agreed.|Confirmed the time.|Wants a reminder by SMS.|সময় ঠিক আছে বলেছেন।|দাম জেনে রাজি হয়েছেন।`.split(
      '|',
    ),
};

/** A lost reason that is none of the dealer's. */
export const freeLostReason = 'Moved to Chattogram';

/** Prepared messages of the sample dealer, in English and Bangla. */
export const messageTexts = [
  {
    name: 'Reminder',
    language: 'en',
    text: 'Dear {name}, we look forward to seeing you at {center} on {appointment}.',
  },
  {
    name: 'Reminder',
    language: 'bn',
    text: 'প্রিয় {name}, {appointment} তারিখে {center}-এ আপনার অপেক্ষায় থাকব।',
  },
  {
    name: 'We could not reach you',
    language: 'en',
    text: 'Dear {name}, we tried to call you about your {vehicle}. When may we call again?',
  },
  {
    name: 'We could not reach you',
    language: 'bn',
    text: 'প্রিয় {name}, আপনার গাড়ির বিষয়ে কল করেছিলাম। কখন আবার কল করতে পারি?',
  },
] as const;

/** The answer of a sample customer to a reminder. */
export const reminderAnswer = "I'll come";

/** Answers of sample customers to a request for a rating, with the rating that each gives. */
export const ratings = [
  { rating: 5, answer: '5' },
  { rating: 5, answer: '5, very good service' },
  { rating: 5, answer: '৫' },
  { rating: 4, answer: '4' },
  { rating: 4, answer: '4 – good, but I waited an hour' },
  { rating: 3, answer: '3' },
] as const;
