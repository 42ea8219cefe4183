/** The fields in which an enquiry can differ from its lead, in the order of the lead's form; `appointment` is the day with its time. */
export const differingFields = [
  'name',
  'email',
  'serviceOrCampaign',
  'vehicleNumber',
  'appointment',
  'jobId',
] as const;
/** The differing fields that a further enquiry can name. */
export const offeredFields = ['name', 'email', 'serviceOrCampaign', 'vehicleNumber', 'appointment'] as const;
export type OfferedField = (typeof offeredFields)[number];
export type DifferingField = (typeof differingFields)[number];

/** The values that a lead had itself where an enquiry differs. `serviceOrCampaign` is an id; `appointment` is a day and a time. */
export type FormerLeadValues = Partial<Record<DifferingField, string | null>>;
