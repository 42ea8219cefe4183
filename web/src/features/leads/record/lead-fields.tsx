import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { maxFollowUps, textLength } from '#contract/business.ts';
import type { CreateLeadBody, Lead } from '#contract/leads/leads.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { PhoneLink } from '#web/ui/frame/phone-link.tsx';
import type { Column } from '#web/ui/rows/data-list.tsx';
import { Plate } from './plate.tsx';

/** A field of a lead that screens show. */
export type LeadField = Exclude<
  keyof Lead,
  | '_id'
  | 'entryId'
  | 'version'
  | 'customer'
  | 'isErased'
  | 'changedFields'
  | 'contactAttempts'
  | 'lastContactAt'
  | 'tryAgainAt'
  | 'responseDueAt'
  | 'isDayBooked'
  | 'respondedAt'
  | 'responseMinutes'
  | 'mergedInto'
  | 'joinedLeads'
>;

/** A field of a lead that its form holds. */
export type LeadInputField = keyof CreateLeadBody;

/** A column, and its place on a phone's card: beside the phone, below it, or last. */
export type LeadColumn<Row extends Lead = Lead> = Column<Row> & {
  card?: 'title' | 'actions' | 'beside' | 'below' | 'last';
  onCard?: (row: Row) => ReactNode;
};

type Words = { t: ReturnType<typeof useTranslations<'leads'>>; formats: ReturnType<typeof useFormats> };

type Field<Name extends LeadField> = {
  group: 'contact' | 'enquiry' | 'progress' | 'people';
  panel?: { first?: number; last?: number };
  show?: (text: string) => ReactNode;
  column?: Pick<LeadColumn, 'width' | 'sort' | 'card'> & { header?: 'columns.phone' | 'columns.offering' };
} & (Name extends LeadInputField ? { input: Input } : { input?: undefined }) &
  (Lead[Name] extends string | null ? { text?: TextOf<Lead[Name]> } : { text: TextOf<Lead[Name]> });

type TextOf<Value> = (value: NonNullable<Value>, words: Words) => string;

type Input = {
  at: number;
  label?: `inputs.${'serviceOrCampaign' | 'serviceCenter' | 'vehicleNumber' | 'appointmentDate' | 'appointmentTime'}`;
  line?: { maxLength: number; required?: boolean; type?: 'email'; format?: (typed: string) => string };
};

const names = (people: readonly { name: string }[], { formats }: Words) =>
  formats.list(people.map(({ name }) => name));
const date = (day: string, { formats }: Words) => formats.date(day);
const moment = (at: string, { formats }: Words) => formats.moment(at);

/** Declares each field of a lead once: its group, column, input and place in the panel. */
export const leadFields: { readonly [Name in LeadField]: Field<Name> } = {
  name: {
    group: 'contact',
    input: { at: 10, line: { required: true, maxLength: textLength.name } },
    column: { sort: 'name', width: '22%', card: 'title' },
  },
  phone: {
    group: 'contact',
    show: (text) => <PhoneLink phone={text} />,
    input: { at: 20 },
    column: { header: 'columns.phone', width: 'calc(136px + 2 * var(--cell-gap))' },
  },
  email: {
    group: 'contact',
    show: (text) => <a href={`mailto:${text}`}>{text}</a>,
    input: { at: 30, line: { type: 'email', maxLength: textLength.email } },
  },
  serviceOrCampaign: {
    group: 'enquiry',
    panel: { first: 10 },
    text: ({ type, name }, { t }) => `${t(`types.${type}`)} · ${name}`,
    input: { at: 50, label: 'inputs.serviceOrCampaign' },
    column: { card: 'beside' },
  },
  serviceCenter: {
    group: 'enquiry',
    panel: { first: 30 },
    text: ({ name }) => name,
    input: { at: 60, label: 'inputs.serviceCenter' },
    column: { card: 'below' },
  },
  platform: {
    group: 'enquiry',
    panel: { last: 10 },
    text: (platform, { t }) => t(`platforms.${platform}`),
    input: { at: 40 },
    column: { width: '116px', card: 'beside' },
  },
  vehicleNumber: {
    group: 'enquiry',
    panel: { first: 20 },
    show: (text) => <Plate number={text} />,
    input: {
      at: 70,
      label: 'inputs.vehicleNumber',
      line: { maxLength: 40, format: (typed) => typed.trim().replace(/\s+/g, ' ').toUpperCase() },
    },
    column: { width: '236px', card: 'beside' },
  },
  source: {
    group: 'enquiry',
    panel: { last: 15 },
    text: ({ channel, form, campaign, ad, page, site, medium, term }, { t }) =>
      [t(`channels.${channel}`), form, campaign, ad, site, medium, term, page].filter(Boolean).join(' · '),
  },
  notes: { group: 'enquiry', input: { at: 100 } },
  status: {
    group: 'progress',
    text: (status, { t }) => t(`statuses.${status}`),
    column: { width: '136px', card: 'below' },
  },
  jobId: { group: 'progress' },
  appointmentDate: { group: 'progress', text: date, input: { at: 80, label: 'inputs.appointmentDate' } },
  appointmentTime: {
    group: 'progress',
    text: (time, { formats }) => formats.time(time),
    input: { at: 90, label: 'inputs.appointmentTime' },
  },
  followUpCount: {
    group: 'progress',
    text: (count, { t }) =>
      count > maxFollowUps ? t('followUpsLost') : t('followUps', { count, slots: maxFollowUps }),
  },
  nextFollowUpDates: {
    group: 'progress',
    text: (dates, { formats }) => formats.list(dates.map((day) => formats.date(day))),
  },
  lostReason: { group: 'progress' },
  isActive: { group: 'progress', text: (isActive, { t }) => t(isActive ? 'active' : 'archived') },
  advisor: { group: 'people', text: ({ name }) => name, column: { width: '12%', card: 'below' } },
  employee: { group: 'people', panel: { last: 20 }, text: ({ name }) => name },
  employees: { group: 'people', text: names },
  editedBy: { group: 'people', text: names },
  lastModifiedBy: { group: 'people', text: ({ name }) => name },
  createdAt: {
    group: 'people',
    text: moment,
    column: { sort: 'entered', width: 'calc(92px + 2 * var(--cell-gap))', card: 'last' },
  },
  updatedAt: { group: 'people', text: moment },
  statusAt: { group: 'people', text: moment },
};

const all = Object.keys(leadFields) as LeadField[];

function byPlace(placeOf: (name: LeadField) => number | undefined): LeadField[] {
  const placed = all.flatMap((name) => ({ name, place: placeOf(name) }));
  return placed
    .filter(({ place }) => place !== undefined)
    .sort((one, other) => (one.place ?? 0) - (other.place ?? 0))
    .map(({ name }) => name);
}

/** The fields of a lead's form, in order. */
export const leadInputFields = byPlace((name) => leadFields[name].input?.at) as LeadInputField[];

/** The fields that a lead's panel shows first and last, in order. */
export const panelFields = {
  first: byPlace((name) => leadFields[name].panel?.first),
  last: byPlace((name) => leadFields[name].panel?.last),
};

/** Lists the fields of a group of a lead's details. */
export const listDetailFields = (group: Field<LeadField>['group']) =>
  all.filter((name) => leadFields[name].group === group);

/** @returns a function that writes a value of a lead or, for what is a text there, of a form; '' for none. */
export function useFormatLeadValue() {
  const t = useTranslations('leads');
  const formats = useFormats();
  return <Name extends LeadField>(name: Name, value: Lead[Name] | ''): string => {
    const { text } = leadFields[name] as { text?: TextOf<Lead[Name]> };
    if (value === null || value === '') return '';
    return text ? text(value as NonNullable<Lead[Name]>, { t, formats }) : String(value);
  };
}

/** @returns a function that writes a field of a lead as text; '' for none. */
export function useFormatLeadField(): (lead: Lead, field: LeadField) => string {
  const text = useFormatLeadValue();
  return (lead, field) => text(field, lead[field]);
}

/** @returns a function that names a field of a lead: its day is the preferred one until the lead has been booked for it. */
export function useLeadFieldName(): (field: LeadField, isDayBooked: boolean) => string {
  const t = useTranslations('leads');
  return (field, isDayBooked) => {
    const isDay = field === 'appointmentDate' || field === 'appointmentTime';
    return t(isDay && !isDayBooked ? `inputs.${field}` : `fields.${field}`);
  };
}

/** @returns a function that names a field of a lead's form. */
export function useLeadInputName(): (name: LeadInputField) => string {
  const t = useTranslations('leads');
  return (name) => t(leadFields[name].input.label ?? `fields.${name}`);
}
