/**
 * Says what a column of a file may hold, of leads. `createdAt`: the day or moment of entry; `recorder`: who entered it; `isActive`: no
 * for an archived one. `formerId`: the ID that a lead had where it was exported; `mergedInto`: that of the lead into which it was
 * merged there; `source`: how it came in there, as the whole export writes it.
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
  'followUpCount',
  'appointmentDate',
  'appointmentTime',
  'jobId',
  'lostReason',
  'advisor',
  'recorder',
  'isActive',
  'source',
  'formerId',
  'mergedInto',
] as const;
type LeadImportField = (typeof leadImportFields)[number];

/**
 * Fields that a column of a file of customers may hold. `address…`: of one address. `mergedInto`: filled in for a customer who was
 * merged into another one, and is refused.
 */
export const customerImportFields = [
  'name',
  'phone',
  'email',
  'addressLabel',
  'addressLine',
  'addressArea',
  'addressCity',
  'mergedInto',
] as const;
type CustomerImportField = (typeof customerImportFields)[number];

/** Returns a column's name as spreadsheets show it: `A` for 0, `AA` for 26. */
export function getColumnLetters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : getColumnLetters(Math.floor(column / 26) - 1) + last;
}

/** The kinds of records that a file can bring. */
export const importKinds = ['leads', 'customers'] as const;
export type ImportKind = (typeof importKinds)[number];
/** A field that a column of an imported file may fill. */
export type ImportField = LeadImportField | CustomerImportField;
