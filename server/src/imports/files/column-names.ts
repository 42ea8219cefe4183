import type { ImportField } from '#contract/import-fields.ts';
import { enquiryFieldNames } from '#contract/intake/field-names.ts';

/**
 * The names that senders, this product's exports, Frappe CRM, HubSpot, Zoho CRM and dealers' own sheets call a column, normalised by
 * `normaliseFieldName`, the best first.
 */
export const columnNames: Record<ImportField, readonly string[]> = {
  name: enquiryFieldNames.name,
  phone: [...enquiryFieldNames.phone, ...['mobilephonenumber', 'phoneormobile', 'cellphone', 'cellno']],
  email: [...enquiryFieldNames.email, 'emailid', 'ইমেইলঠিকানা'],
  serviceCenter: [
    ...enquiryFieldNames.serviceCenter,
    'outlet',
    'servicepoint',
    'territory',
    'location',
    'সেন্টার',
  ],
  offering: [
    ...['serviceorcampaignname', 'serviceorcampaign', 'serviceandcampaign', 'servicename', 'campaignname'],
    ...enquiryFieldNames.serviceOrCampaign,
    ...['product', 'interest', 'interestedin', 'lookingfor', 'সার্ভিসেরনাম'],
  ],
  platform: [
    ...['platform', 'leadsource', 'source', 'originalsource', 'channel', 'medium'],
    ...['প্ল্যাটফর্ম', 'মাধ্যম', 'উৎস', 'সোর্স'],
  ],
  vehicleNumber: [
    ...enquiryFieldNames.vehicleNumber,
    ...['registration', 'registrationno', 'carno', 'bikeno', 'regnumber', 'গাড়িরনং', 'গাড়িনম্বর', 'গাড়ি'],
  ],
  notes: [...enquiryFieldNames.notes, 'remark', 'feedback', 'discussion', 'নোট', 'বিবরণ'],
  status: ['status', 'leadstatus', 'stage', 'dealstage', 'leadstage', 'অবস্থা', 'স্ট্যাটাস'],
  createdAt: [
    ...[
      'enteredat',
      'entrydate',
      'createdat',
      'createdon',
      'createdate',
      'createdtime',
      'createddate',
      'creation',
      'dateadded',
    ],
    ...['enquirydate', 'inquirydate', 'leaddate', 'dateofentry', 'timestamp', 'date'],
    ...['এন্ট্রিরতারিখ', 'এন্ট্রিতারিখ', 'তারিখ'],
  ],
  followUpDates: [
    ...['nextfollowupdates', 'nextfollowupdate', 'nextfollowup', 'followupdates', 'followupdate', 'followup'],
    ...['nextactivitydate', 'nextcontactdate', 'callback', 'callbackdate'],
    ...['ফলোআপ', 'ফলোআপেরতারিখ', 'পরবর্তীফলোআপ', 'পরবর্তীযোগাযোগ'],
  ],
  followUpCount: ['followupcount', 'followups', 'numberoffollowups', 'ফলোআপসংখ্যা'],
  appointmentDate: [...enquiryFieldNames.appointmentDate, 'appointment', 'অ্যাপয়েন্টমেন্টেরতারিখ', 'অ্যাপয়েন্টমেন্ট'],
  appointmentTime: [...enquiryFieldNames.appointmentTime, 'অ্যাপয়েন্টমেন্টেরসময়', 'সময়'],
  jobId: ['jobid', 'jobno', 'jobnumber', 'jobcard', 'jobcardno', 'জবআইডি', 'জবনম্বর', 'জবকার্ড'],
  lostReason: [
    ...['lostreason', 'closedlostreason', 'lossreason', 'reasonlost', 'reasonforloss', 'reason', 'lostnotes'],
    ...['হারানোরকারণ', 'কারণ'],
  ],
  advisor: [
    ...['advisor', 'serviceadvisor', 'leadowner', 'contactowner', 'owner', 'assignedto', 'assignee'],
    ...['salesperson', 'handledby', 'responsible', 'অ্যাডভাইজার', 'দায়িত্বে', 'দায়িত্বপ্রাপ্ত'],
  ],
  recorder: [
    ...['employeename', 'employee', 'recorder', 'recordedby', 'enteredby', 'createdby', 'addedby'],
    ...['এন্ট্রিকারী', 'এন্ট্রিদাতা', 'কর্মচারী'],
  ],
  isActive: ['isactive', 'active', 'সক্রিয়'],
  source: ['source'],
  // Only as this product writes it: other programs' IDs tell nothing here.
  formerId: [],
  addressLabel: ['label', 'addresslabel', 'addresstype', 'ঠিকানারধরন'],
  addressLine: [
    ...['address', 'line', 'addressline', 'street', 'streetaddress', 'mailingstreet', 'mailingaddress'],
    ...['ঠিকানা', 'বাড়িওরাস্তা', 'রাস্তা'],
  ],
  addressArea: ['area', 'thana', 'upazila', 'neighborhood', 'neighbourhood', 'suburb', 'এলাকা', 'থানা', 'উপজেলা'],
  addressCity: ['city', 'mailingcity', 'town', 'district', 'শহর', 'জেলা'],
  mergedInto: ['mergedintomobile', 'mergedinto'],
};

/** Normalised names of a phone's column if no other one is called so: a center's number or a person's name may be called the same. */
export const likelyPhoneNames = ['contact', 'contacts', 'contactinfo', 'contactdetails', 'যোগাযোগ'];

/** Normalised names of the columns of a name's parts, in their order. */
export const partsOfName = [
  ['firstname', 'givenname', 'প্রথমনাম'],
  ['middlename', 'মধ্যনাম'],
  ['lastname', 'surname', 'familyname', 'শেষনাম', 'পদবি'],
] as const;

/** Matches a word before the name of a column that says whose it is, such as `customer`, in a name of lower-case letters alone. */
export const qualifiers =
  /^(?:customers?|clients?|leads?|contacts?|persons?|primary|main|your|গ্রাহকের|ক্রেতার|আপনার)/;
