import { expect, test } from 'vitest';
import type { ImportKind } from '#contract/import-fields.ts';
import { leadCsvColumns } from '#contract/leads/lead-oversight.ts';
import { guessColumns } from './guess-columns.ts';

function guessed(headers: readonly string[], noun: ImportKind = 'leads', rows: string[][] = []) {
  const found = Object.entries(guessColumns(headers, rows, noun));
  return Object.fromEntries(found.map(([field, columns]) => [field, columns.map((at) => headers[at])]));
}

test("this product's leads CSV: the contact and address are the center's", () => {
  expect(guessed(leadCsvColumns)).toEqual({
    name: ['Name'],
    phone: ['Phone'],
    email: ['Email'],
    serviceCenter: ['Service Center'],
    offering: ['Service or Campaign Name'],
    platform: ['Platform'],
    vehicleNumber: ['Vehicle No'],
    notes: ['Notes'],
    status: ['Status'],
    createdAt: ['Entered At'],
    followUpDates: ['Next Follow-up Dates'],
    followUpCount: ['Follow-up Count'],
    appointmentDate: ['Appointment Date'],
    appointmentTime: ['Appointment Time'],
    jobId: ['Job ID'],
    lostReason: ['Lost Reason'],
    advisor: ['Advisor'],
    recorder: ['Employee Name'],
  });
});

test("this product's whole export", () => {
  const leads = [
    ...[
      '_id',
      'version',
      'customer',
      'name',
      'email',
      'phone',
      'platform',
      'vehicleNumber',
      'notes',
      'status',
    ],
    ...['jobId', 'isActive', 'serviceCenter', 'serviceOrCampaign', 'appointmentDate', 'appointmentTime'],
    ...['followUpCount', 'nextFollowUpDates', 'lostReason', 'employee', 'advisor', 'editedBy', 'createdAt'],
    ...['source', 'mergedInto'],
  ];
  expect(guessed(leads)).toMatchObject({
    name: ['name'],
    offering: ['serviceOrCampaign'],
    followUpDates: ['nextFollowUpDates'],
    followUpCount: ['followUpCount'],
    formerId: ['_id'],
    mergedInto: ['mergedInto'],
    source: ['source'],
    platform: ['platform'],
    lostReason: ['lostReason'],
    recorder: ['employee'],
    advisor: ['advisor'],
    jobId: ['jobId'],
    isActive: ['isActive'],
  });
  expect(guessed(['_id', 'name', 'email', 'mobile', 'createdAt'], 'customers')).toEqual({
    name: ['name'],
    email: ['email'],
    phone: ['mobile'],
  });
  expect(guessed(['Mobile', 'label', 'line', 'area', 'city'], 'customers')).toMatchObject({
    addressLabel: ['label'],
    addressLine: ['line'],
    addressArea: ['area'],
    addressCity: ['city'],
  });
});

test('HubSpot', () => {
  const headers = [
    ...['Record ID', 'First Name', 'Last Name', 'Email', 'Phone Number', 'Mobile Phone Number'],
    ...['Contact owner', 'Lead Status', 'Create Date', 'Original Source', 'Next Activity Date', 'City'],
  ];
  expect(guessed(headers)).toEqual({
    name: ['First Name', 'Last Name'],
    email: ['Email'],
    phone: ['Phone Number', 'Mobile Phone Number'],
    advisor: ['Contact owner'],
    status: ['Lead Status'],
    createdAt: ['Create Date'],
    platform: ['Original Source'],
    followUpDates: ['Next Activity Date'],
  });
});

test('Zoho CRM', () => {
  const headers = [
    ...['Record Id', 'Lead Owner.id', 'Lead Owner', 'Company', 'First Name', 'Last Name', 'Email', 'Phone'],
    ...[
      'Mobile',
      'Lead Source',
      'Lead Status',
      'Created By',
      'Created Time',
      'Street',
      'City',
      'Description',
    ],
  ];
  expect(guessed(headers)).toEqual({
    name: ['First Name', 'Last Name'],
    email: ['Email'],
    phone: ['Phone', 'Mobile'],
    platform: ['Lead Source'],
    status: ['Lead Status'],
    advisor: ['Lead Owner'],
    recorder: ['Created By'],
    createdAt: ['Created Time'],
    notes: ['Description'],
  });
});

test('Frappe CRM', () => {
  const headers = [
    'ID',
    'First Name',
    'Last Name',
    'Full Name',
    'Email',
    'Mobile No',
    'Lead Owner',
    'Source',
  ];
  expect(guessed([...headers, 'Status', 'Created On', 'Territory', 'Lost Reason'])).toEqual({
    name: ['Full Name'],
    email: ['Email'],
    phone: ['Mobile No'],
    advisor: ['Lead Owner'],
    platform: ['Source'],
    status: ['Status'],
    createdAt: ['Created On'],
    serviceCenter: ['Territory'],
    lostReason: ['Lost Reason'],
  });
});

test("a dealer's own sheet in Bangla", () => {
  expect(
    guessed(['ক্রমিক', 'গ্রাহকের নাম', 'মোবাইল নং', 'গাড়ির নং', 'শাখা', 'তারিখ', 'অবস্থা', 'মন্তব্য', 'ফলো-আপ']),
  ).toEqual({
    name: ['গ্রাহকের নাম'],
    phone: ['মোবাইল নং'],
    vehicleNumber: ['গাড়ির নং'],
    serviceCenter: ['শাখা'],
    createdAt: ['তারিখ'],
    status: ['অবস্থা'],
    notes: ['মন্তব্য'],
    followUpDates: ['ফলো-আপ'],
  });
  expect(guessed(['নাম', 'ঠিকানা', 'এলাকা', 'জেলা'], 'customers')).toMatchObject({
    addressLine: ['ঠিকানা'],
    addressArea: ['এলাকা'],
    addressCity: ['জেলা'],
  });
});

test('where headers say nothing, phones and emails are known by their looks', () => {
  const rows = [
    ['12', '০১৭১২-৩৪৫৬৭৮', 'a@example.com'],
    ['13', '01812 345678', ''],
  ];
  expect(guessed(['A', 'B', 'C'], 'leads', rows)).toEqual({ phone: ['B'], email: ['C'] });
});

test('a column called Contact is the phone if it looks like one and no other is called so (F119)', () => {
  const rows = [['Amina', '01712-345678', 'North']];
  expect(guessed(['Name', 'Contact', 'Branch'], 'leads', rows)).toMatchObject({ phone: ['Contact'] });
  expect(guessed(['Name', 'Contact', 'Phone'], 'leads', rows)).toMatchObject({ phone: ['Phone'] });
  expect(guessed(['Name', 'Contact'], 'customers', [['A', 'Mrs Amina']])).not.toHaveProperty('phone');
});

test.each([
  '2026-11-05',
  '5/11/2026',
  '05-11-2026',
  '20261105',
  '[5-11-2026]',
  '০৪-১২-২০২৬',
  '2026-11-05 1030',
])('a column of days such as %s does not look like phones (F119)', (day) => {
  const rows = [[day, '01712-345678']];
  expect(guessed(['A', 'B'], 'leads', rows)).toEqual({ phone: ['B'] });
  expect(guessed(['Name', 'Contact'], 'leads', [['Amina', day]])).not.toHaveProperty('phone');
});

test("Meta's own file of a form: its questions are notes, its campaign is no offering (F123)", () => {
  const headers = [
    ...['id', 'created_time', 'ad_id', 'ad_name', 'adset_id', 'adset_name', 'campaign_id', 'campaign_name'],
    ...['form_id', 'form_name', 'is_organic', 'platform', 'which_car_do_you_drive?', 'গাড়ির সমস্যা কী?'],
    ...['full_name', 'phone_number', 'email', 'city', 'lead_status'],
  ];
  expect(guessed(headers)).toEqual({
    name: ['full_name'],
    phone: ['phone_number'],
    email: ['email'],
    platform: ['platform'],
    status: ['lead_status'],
    createdAt: ['created_time'],
    notes: ['which_car_do_you_drive?', 'গাড়ির সমস্যা কী?', 'city', 'campaign_name'],
  });
});
