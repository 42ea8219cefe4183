import { textLength } from '#contract/business.ts';
import { type DifferingField, differingFields } from '#contract/leads/differing-fields.ts';
import { toSearchForm } from '#contract/text/search-form.ts';
import type { ReferenceNames } from '#server/context.ts';
import { isSameName } from '#server/lib/compare/name-form.ts';
import { isSameVehicle, toVehicleForm } from '#server/lib/compare/vehicle-form.ts';
import type { LeadRow } from './lead-rows.ts';

/** The columns of a lead that a further enquiry or an imported row can fill. */
export const fillableColumns = [
  'name',
  'email',
  'vehicle_number',
  'offering_id',
  'platform',
  'advisor_id',
  'job_id',
  'appointment_date',
  'appointment_time',
  'notes',
] as const satisfies readonly (keyof LeadRow)[];

type FillableColumn = (typeof fillableColumns)[number];

/** The values that an enquiry or an imported row gives for a lead; null says nothing. */
export type IncomingValues = Pick<LeadRow, Exclude<FillableColumn, 'name'>> & { name: string | null };

// `differing`: where the lead says something else, which stays; `notes`: lines that tell it.
type Compared = {
  filled: Partial<Pick<LeadRow, FillableColumn>>;
  differing: DifferingField[];
  notes: string[];
};

/**
 * Decides which gaps of a lead are filled by what somebody says of it, and where it says something else. Writes nothing, and replaces
 * nothing that the lead says: what differs comes as lines for its notes.
 */
export function compareIncoming(
  lead: Pick<LeadRow, FillableColumn | 'phone'>,
  incoming: IncomingValues,
  { offerings }: Pick<ReferenceNames, 'offerings'>,
): Compared {
  const filled: Compared['filled'] = {};
  for (const column of [
    'email',
    'vehicle_number',
    'offering_id',
    'platform',
    'advisor_id',
    'job_id',
  ] as const) {
    if (lead[column] === null && incoming[column] !== null)
      Object.assign(filled, { [column]: incoming[column] });
  }
  const hasName = !isNameless(lead);
  if (!hasName && incoming.name && incoming.name !== lead.name) filled.name = incoming.name;
  const { appointment_date: date, appointment_time: time } = incoming;
  const isSameDay = date !== null && date === lead.appointment_date;
  if (date !== null && lead.appointment_date === null)
    Object.assign(filled, { appointment_date: date, appointment_time: time });
  else if (isSameDay && lead.appointment_time === null && time !== null) filled.appointment_time = time;

  const others: Record<DifferingField, string | null> = {
    name: hasName && incoming.name && !isSameName(lead.name, incoming.name) ? incoming.name : null,
    email: lead.email?.toLowerCase() === incoming.email?.toLowerCase() ? null : incoming.email,
    serviceOrCampaign: lead.offering_id === incoming.offering_id ? null : incoming.offering_id,
    vehicleNumber: isOtherVehicleText(lead.vehicle_number, incoming.vehicle_number)
      ? incoming.vehicle_number
      : null,
    appointment: !isSameDay || (time !== null && time !== lead.appointment_time) ? date : null,
    jobId: lead.job_id === incoming.job_id ? null : incoming.job_id,
  };
  if ('job_id' in filled) others.jobId = null;
  if ('email' in filled) others.email = null;
  if ('offering_id' in filled) others.serviceOrCampaign = null;
  if ('appointment_date' in filled || 'appointment_time' in filled) others.appointment = null;
  const differing = differingFields.filter((field) => others[field] !== null);
  const textOf = (field: DifferingField): string => {
    if (field === 'serviceOrCampaign') return offerings.get(incoming.offering_id ?? '')?.name ?? '';
    return field === 'appointment' ? dayInWords(date ?? '', time) : (others[field] ?? '');
  };
  return { filled, differing, notes: differing.map((field) => `${labels[field]}: ${textOf(field)}`) };
}

/** Appends lines to notes, unless these say them already. @returns the new notes; undefined when there is no room for them. */
export function appendToNotes(
  notes: string | null,
  lines: readonly (string | null)[],
): string | null | undefined {
  const all = lines.reduce<string>(
    (said, line) =>
      !line || `\n${said}\n`.includes(`\n${line}\n`) ? said : [said, line].filter(Boolean).join('\n'),
    notes ?? '',
  );
  return all.length > textLength.notes && all !== notes ? undefined : all || null;
}

/** Tells whether nobody knows the customer's name: the phone number stands for it. */
export function isNameless({ name, phone }: Pick<LeadRow, 'name' | 'phone'>): boolean {
  return name === phone;
}

const labels: Record<DifferingField, string> = {
  name: 'Another name',
  email: 'Another email',
  serviceOrCampaign: 'Another service or campaign',
  vehicleNumber: 'Another vehicle number',
  appointment: 'Another preferred date',
  jobId: 'Another job ID',
};

function isOtherVehicleText(known: string | null, told: string | null): boolean {
  if (!known || !told) return false;
  const forms = [toVehicleForm(known), toVehicleForm(told)] as const;
  if (forms[0] && forms[1]) return !isSameVehicle(forms[0], forms[1]);
  return toSearchForm(known) !== toSearchForm(told);
}

function dayInWords(date: string, time: string | null): string {
  const day = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'long' }).format(
    new Date(`${date}T12:00:00Z`),
  );
  return [day, time].filter(Boolean).join(', ');
}

/**
 * Returns the value of a field in which an enquiry can differ from the lead: for an offering its id, for an appointment its day and
 * time.
 */
export function fieldValue(lead: LeadRow, field: DifferingField): string | null {
  const values: Record<DifferingField, string | null> = {
    name: lead.name,
    email: lead.email,
    serviceOrCampaign: lead.offering_id,
    vehicleNumber: lead.vehicle_number,
    appointment: [lead.appointment_date, lead.appointment_time].filter(Boolean).join(' '),
    jobId: lead.job_id,
  };
  return values[field];
}
