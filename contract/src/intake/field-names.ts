import type { EnquiryField } from './deliveries.ts';

/**
 * Lists the names that senders usually give a field, as letters only, in lower case. A name of a day or time is listed only where it
 * cannot be the moment of sending.
 */
export const enquiryFieldNames: Record<EnquiryField, readonly string[]> = {
  name: [
    ...['name', 'fullname', 'yourname', 'customer', 'customername', 'client', 'contactname'],
    ...['নাম', 'আপনারনাম', 'পুরোনাম', 'আমারনাম', 'গ্রাহকেরনাম', 'ক্রেতারনাম'],
  ],
  phone: [
    ...['phone', 'phonenumber', 'phoneno', 'yourphone', 'mobile', 'mobilenumber', 'mobileno', 'mobilephone'],
    ...[
      'workphonenumber',
      'tel',
      'telephone',
      'cell',
      'contactnumber',
      'contactno',
      'whatsapp',
      'whatsappnumber',
    ],
    ...['phones', 'phonenumbers', 'mobiles', 'mobilenumbers', 'contactnumbers', 'telephonenumber'],
    ...['ফোন', 'ফোননম্বর', 'ফোননাম্বার', 'ফোননং', 'মোবাইল', 'মোবাইলনম্বর', 'মোবাইলনাম্বার', 'মোবাইলনং'],
    ...['যোগাযোগেরনম্বর', 'যোগাযোগেরনাম্বার', 'হোয়াটসঅ্যাপ', 'হোয়াটসঅ্যাপনম্বর', 'হোয়াটসঅ্যাপনাম্বার', 'টেলিফোন'],
  ],
  email: ['email', 'emailaddress', 'youremail', 'workemail', 'mail', 'emails', 'ইমেইল', 'ইমেল'],
  vehicleNumber: [
    ...['vehicle', 'vehiclenumber', 'vehicleno', 'vehicleregistration', 'registrationnumber', 'regno'],
    ...[
      'carnumber',
      'plate',
      'platenumber',
      'numberplate',
      'licenseplate',
      'গাড়িরনম্বর',
      'গাড়িরনাম্বার',
      'নম্বরপ্লেট',
      'গাড়িরনং',
      'গাড়িনম্বর',
      'রেজিস্ট্রেশননম্বর',
    ],
  ],
  notes: [
    ...['notes', 'note', 'message', 'yourmessage', 'comment', 'comments', 'remarks', 'details', 'enquiry'],
    ...['inquiry', 'description', 'বার্তা', 'মন্তব্য', 'বিস্তারিত', 'সমস্যা'],
  ],
  serviceCenter: [
    ...['servicecenter', 'servicecentre', 'center', 'centre', 'branch', 'workshop', 'showroom'],
    ...['শাখা', 'সার্ভিসসেন্টার'],
  ],
  serviceOrCampaign: [
    ...['service', 'services', 'servicetype', 'campaign', 'offer', 'offering', 'package'],
    ...['সার্ভিস', 'সেবা', 'ক্যাম্পেইন', 'অফার'],
  ],
  appointmentDate: [
    ...['appointmentdate', 'preferreddate', 'preferredday', 'bookingdate', 'পছন্দেরতারিখ', 'পছন্দেরদিন'],
  ],
  appointmentTime: ['appointmenttime', 'preferredtime', 'bookingtime', 'পছন্দেরসময়'],
};

/**
 * Brings the name of a field into the form in which names are compared: letters alone, in lower case. In Bangla many write a visarga for
 * the colon.
 */
export function normaliseFieldName(label: string): string {
  return label
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}]/gu, '')
    .replace(/ঃ$/, '');
}
