import { banglaSamples, type MessageSample } from './message-bangla.samples.ts';

/** The service centers that the sample messages mention. */
export const sampleCenters = [
  { _id: 'uttara', name: 'Uttara Service Center' },
  { _id: 'mirpur', name: 'Mirpur Workshop' },
  { _id: 'agrabad', name: 'Agrabad Branch' },
];

/** The offerings that the sample messages mention. */
export const sampleOfferings = [
  { _id: 'oil', name: 'Engine Oil Change', type: 'service' },
  { _id: 'loyalty', name: 'Loyalty Oil Change', type: 'campaign' },
  { _id: 'brakes', name: 'Brake Service', type: 'service' },
  { _id: 'air', name: 'AC Service & Gas Refill', type: 'service' },
  { _id: 'maintenance', name: 'Periodic Maintenance', type: 'service' },
  { _id: 'tyres', name: 'Tyre Exchange Offer', type: 'campaign' },
  { _id: 'pads', name: 'Brake Pads', type: 'parts' },
  { _id: 'filter', name: 'Oil Filter', type: 'parts' },
] as const;

const latinSamples: readonly MessageSample[] = [
  [
    'Name: Karim Uddin\nPhone: 01712-345678\nVehicle no: Dhaka Metro-Ga 20-6199\nNeed oil change on Friday',
    {
      name: 'Karim Uddin',
      phone: '01712345678',
      vehicleNumber: 'DHAKA METRO-GA 20-6199',
      appointmentDate: '2026-11-27',
      serviceOrCampaign: 'oil',
    },
  ],
  [
    'Hello, my name is Nusrat Jahan and I need a full service for my car dhaka metro ga 11-2233. Call me at +880 1812-345678 please',
    { name: 'Nusrat Jahan', phone: '01812345678', vehicleNumber: 'DHAKA METRO GA 11-2233' },
  ],
  [
    '[21/11/26, 10:32:05 AM] Tanvir Ahmed: Assalamu alaikum\n[21/11/26, 10:33:10 AM] Tanvir Ahmed: brake problem, 01912345678',
    { name: 'Tanvir Ahmed', phone: '01912345678', platform: 'whatsapp', serviceOrCampaign: 'brakes' },
  ],
  [
    '21/11/2026, 10:32 - +880 1712-345678: is the campaign still on?',
    { phone: '01712345678', platform: 'whatsapp' },
  ],
  [
    '[12/05, 4:31 pm] Rahim: can I bring the car tomorrow at 10am? My number 01711223344',
    {
      name: 'Rahim',
      phone: '01711223344',
      platform: 'whatsapp',
      appointmentDate: '2026-11-22',
      appointmentTime: '10:00',
    },
  ],
  [
    '21/11/26, 9:05 am - Sadia Islam: Need servicing on 25/11/26 at 3:30 pm, Mirpur workshop',
    {
      name: 'Sadia Islam',
      platform: 'whatsapp',
      appointmentDate: '2026-11-25',
      appointmentTime: '15:30',
      serviceCenter: 'mirpur',
    },
  ],
  [
    'Please tell me the price for tyres.\nwa.me/8801712345678\nThanks,\nFarhana Akter',
    { name: 'Farhana Akter', phone: '01712345678' },
  ],
  ['This is urgent!\nI am interested in the campaign of 12/11/2026 at 10:30', {}],
  [
    'Ami Rahim bolchi, Uttara theke. Amar gari Dhaka Metro Ga 12-3456 er servicing lagbe. 01715 667788',
    { name: 'Rahim', phone: '01715667788', vehicleNumber: 'DHAKA METRO GA 12-3456', serviceCenter: 'uttara' },
  ],
  [
    'ami gari servicing korate chai, kal bikal 4 ta te aste parbo? 01819-223344',
    { phone: '01819223344', appointmentDate: '2026-11-22', appointmentTime: '16:00' },
  ],
  [
    'Saw your Facebook ad. Is the Eid offer still on? Nusrat, nusrat.j@gmail.com',
    { name: 'Nusrat', platform: 'facebook', email: 'nusrat.j@gmail.com' },
  ],
  [
    'I filled in the form on your website but nobody called. This is Imran Khan, 01611-998877',
    { name: 'Imran Khan', phone: '01611998877', platform: 'website' },
  ],
  [
    'Full name: Md. Shahidul Islam\nEmail: shahid@example.com\nMobile: 8801913445566\nPreferred date: 2026-12-03\nPreferred time: 11:00',
    {
      name: 'Md. Shahidul Islam',
      phone: '01913445566',
      email: 'shahid@example.com',
      appointmentDate: '2026-12-03',
      appointmentTime: '11:00',
    },
  ],
  [
    'My name is Arif Hossain. I want to book for next Monday 9:30am at the Agrabad branch. Number 01733445566',
    {
      name: 'Arif Hossain',
      phone: '01733445566',
      appointmentDate: '2026-11-23',
      appointmentTime: '09:30',
      serviceCenter: 'agrabad',
    },
  ],
  [
    'Hi, need AC repair day after tomorrow, afternoon 2:30. Call 01552-334455',
    { phone: '01552334455', appointmentDate: '2026-11-23', appointmentTime: '14:30' },
  ],
  [
    'Reg no: Chatta Metro-Kha 11-0456\nowner Kamal\n01817-001122',
    { name: 'Kamal', phone: '01817001122', vehicleNumber: 'CHATTA METRO-KHA 11-0456' },
  ],
  [
    'Myself Jahangir Alam from Uttara. Mercedes service lagbe, 28 November 5pm hole bhalo hoy. jahangir_alam@yahoo.com',
    {
      name: 'Jahangir Alam',
      email: 'jahangir_alam@yahoo.com',
      appointmentDate: '2026-11-28',
      appointmentTime: '17:00',
      serviceCenter: 'uttara',
    },
  ],
  ['Car broke down yesterday near the airport, please send somebody. 01300-112233', { phone: '01300112233' }],
  [
    'I called last Friday and since Monday nobody has answered. 01400112233, Rafiq',
    { name: 'Rafiq', phone: '01400112233' },
  ],
  ['Price of 4 tyres for Toyota Axio 2015? I can pay 32,000. Contact 01766554433', { phone: '01766554433' }],
  [
    '10 tarikh sokal 9 tay servicing er jonno slot ache? Ami Tuhin bolchi',
    { name: 'Tuhin', appointmentDate: '2026-12-10', appointmentTime: '09:00' },
  ],
  [
    'Customer: Delwar Hossain\nContact: +8801818-101010\nBranch: Mirpur\nCar: Dhaka Metro-Gha 15-4321',
    {
      name: 'Delwar Hossain',
      phone: '01818101010',
      vehicleNumber: 'DHAKA METRO-GHA 15-4321',
      serviceCenter: 'mirpur',
    },
  ],
  [
    'I’m Tasnim. Please book me for 3 Dec at 4 pm',
    { name: 'Tasnim', appointmentDate: '2026-12-03', appointmentTime: '16:00' },
  ],
  [
    'hello bhai, amar nam Sohel Rana, number 01922-445566, Facebook e offer ta dekhlam',
    { name: 'Sohel Rana', phone: '01922445566', platform: 'facebook' },
  ],
  [
    'Sent from the contact form: name Ayesha Siddiqua, tel 01788-990011, question about warranty',
    { name: 'Ayesha Siddiqua', phone: '01788990011', platform: 'website' },
  ],
  [
    'Is the Uttara service center open today at 7pm? My Allion makes noise. 01521 000111',
    {
      phone: '01521000111',
      appointmentDate: '2026-11-21',
      appointmentTime: '19:00',
      serviceCenter: 'uttara',
    },
  ],
  [
    'Please reply to fahim.work@company.com.bd, I prefer mail. Regards,\nFahim Reza',
    { name: 'Fahim Reza', email: 'fahim.work@company.com.bd' },
  ],
  [
    'Bike: Dhaka Metro-La 23-5567, engine oil change, Sunday morning. 01877665544',
    { phone: '01877665544', vehicleNumber: 'DHAKA METRO-LA 23-5567', appointmentDate: '2026-11-22' },
  ],
  [
    'Need pick up on 30/11 before 9:00 am. House 12, Road 5, Banani. 01612-009988',
    { phone: '01612009988', appointmentDate: '2026-11-30', appointmentTime: '09:00' },
  ],
  [
    '[22/11/2026, 08:15] +8801722334455: apnader Mirpur branch kothay?',
    { phone: '01722334455', platform: 'whatsapp', serviceCenter: 'mirpur' },
  ],
  [
    'Good morning. I am Dr. Anisur Rahman, need wheel alignment on Tuesday 12:30 pm. anis@hospital.org',
    {
      name: 'Dr. Anisur Rahman',
      appointmentDate: '2026-11-24',
      appointmentTime: '12:30',
      email: 'anis@hospital.org',
    },
  ],
  ['We are 3 people with 2 cars. When are you free? 01999888777', { phone: '01999888777' }],
  [
    'Name is Parvez. Vehicle number: DM GA 123456. Want to sell it.',
    { name: 'Parvez', vehicleNumber: 'DM GA 123456' },
  ],
  ['my number changed, the old was 01711000111. Now use 01711000222', { phone: '01711000222' }],
  [
    'Insurance claim for accident of 15/10/2026, car is Dhaka Metro-Ga 31-2200',
    { vehicleNumber: 'DHAKA METRO-GA 31-2200' },
  ],
  [
    'kalke sokal 11 tay ashbo, Agrabad branch. Gari Chatta Metro Ga 14-1122, Ami Belal bolchi',
    {
      name: 'Belal',
      appointmentDate: '2026-11-22',
      appointmentTime: '11:00',
      serviceCenter: 'agrabad',
      vehicleNumber: 'CHATTA METRO GA 14-1122',
    },
  ],
  [
    'Messenger: hi, do you have genuine filters for CR-V? 01558-123123',
    { phone: '01558123123', platform: 'facebook' },
  ],
  [
    'Dear Sir,\nI want a test drive on 1 January at 11am.\nThanks\nRubaiyat Karim\n+880 1670 556677',
    { name: 'Rubaiyat Karim', phone: '01670556677', appointmentDate: '2027-01-01', appointmentTime: '11:00' },
  ],
  ['Thank you for the call yesterday, 21:30 was late though', {}],
  ['ami ekta second hand gari kinte chai', {}],
  [
    'Foreign number +44 7911 123456, visiting Dhaka from December 12. Service at Uttara please',
    { phone: '+447911123456', serviceCenter: 'uttara' },
  ],
  [
    'Wednesday te free achi, 3 tar por. WhatsApp korben 01641-778899',
    { phone: '01641778899', platform: 'whatsapp', appointmentTime: '15:00', appointmentDate: '2026-11-25' },
  ],
  [
    'Ref: web form #20261\nCustomer name: Lubna Chowdhury\nPhone no.: (0)1726 889900',
    { name: 'Lubna Chowdhury', phone: '01726889900', platform: 'website' },
  ],
  [
    'this is Shakil from Mirpur, oil change kal dupur 1 tay',
    {
      name: 'Shakil',
      serviceCenter: 'mirpur',
      serviceOrCampaign: 'oil',
      appointmentDate: '2026-11-22',
      appointmentTime: '13:00',
    },
  ],
  [
    'Hello I would like to visit on the 24th of November around 4:15 p.m. with my Premio, phone is 01755-443322',
    { phone: '01755443322', appointmentDate: '2026-11-24', appointmentTime: '16:15' },
  ],
];

export const messageSamples: readonly MessageSample[] = [...latinSamples, ...banglaSamples];

/** The day on which the sample messages are read. */
export const samplesDay = '2026-11-21';
