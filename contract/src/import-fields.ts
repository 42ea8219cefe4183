/**
 * What a column of a file may hold, of leads. `createdAt`: the day or moment of entry; `recorder`: who entered it; `isActive`: no for an
 * archived one.
 */
export const leadImportFields = [
  'name',
  'phone',
  'email',
  'serviceCenter',
  'offering',
  'platform',
  'vehicleNumber',
  'notes',
  'status',
  'createdAt',
  'followUpDates',
  'appointmentDate',
  'appointmentTime',
  'jobId',
  'lostReason',
  'advisor',
  'recorder',
  'isActive',
] as const;
type LeadImportField = (typeof leadImportFields)[number];

/** The last four are of one address. */
export const customerImportFields = [
  'name',
  'phone',
  'email',
  'addressLabel',
  'addressLine',
  'addressArea',
  'addressCity',
] as const;
type CustomerImportField = (typeof customerImportFields)[number];

export const importNouns = ['leads', 'customers'] as const;
export type ImportNoun = (typeof importNouns)[number];
export type ImportField = LeadImportField | CustomerImportField;
