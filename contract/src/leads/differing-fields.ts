/** In which somebody can say something else than a lead, in the order of its form; `appointment`: the day with its time. */
export const differingFields = [
  'name',
  'email',
  'serviceOrCampaign',
  'vehicleNumber',
  'appointment',
  'jobId',
] as const;
/** Those of which a further enquiry tells. */
export const offeredFields = ['name', 'email', 'serviceOrCampaign', 'vehicleNumber', 'appointment'] as const;
export type DifferingField = (typeof differingFields)[number];

/** What a lead said where somebody said something else. `serviceOrCampaign`: the id; `appointment`: day and time. */
export type FormerValues = Partial<Record<DifferingField, string | null>>;
