import { maxFollowUps } from '#contract/business.ts';
import { fillPlaceholders, messages } from '#contract/call/messages.ts';
import type { ImportField } from '#contract/import-fields.ts';
import { allImportFields, type ImportSettings, type LookupImportField } from '#contract/import-settings.ts';
import { openStatuses } from '#contract/leads/lead-lists.ts';
import { type LeadSource, leadSource } from '#contract/leads/lead-source.ts';
import {
  type CreateLeadBody,
  createLeadBody,
  leadStatus,
  moveLeadBody,
  platforms,
} from '#contract/leads/leads.ts';
import { dateInTimeZone, instantInTimeZone } from '#contract/text/dates.ts';
import { toLatinDigits } from '#contract/text/digits.ts';
import { explainPhoneRefusal } from '#contract/text/phone.ts';
import { dayInTimeZone, readDay, readDays, type WrittenDay } from '#contract/text/read-day.ts';
import { readTimeOfDay } from '#contract/text/read-time.ts';
import { id } from '#contract/text/text.ts';
import type { ActorContext } from '#server/context.ts';
import { findPastFaults, type ImportedPast } from '#server/leads/record/create-leads.service.ts';
import type { FieldText } from './cells.ts';
import { readFlag, readVehicleNumber } from './files/read-values.ts';
import { mayNamePeople } from './imports.policy.ts';
import type { KnownRecords } from './known-records.service.ts';
import { openRowTexts } from './row-texts.ts';
import { type InexactValue, messageOfUnknown, readLostReason, resolveValue } from './row-values.ts';

/** A fault of a cell; `column` is null when no column holds the field. */
export type RowFault = { field: ImportField; column: number | null; value: string; message: string };

/**
 * A lead as a row gives it. `isWithoutAdvisor`: the one that it names may not have it; `day`: of entry, if the row tells it; `isOpen`:
 * somebody has to work it; `formerId`, `mergedInto`: ids of the dealer from whom it was exported.
 */
export type LeadOfRow = {
  phone: string;
  body: CreateLeadBody;
  past: ImportedPast;
  advisor: string | undefined;
  isWithoutAdvisor: boolean;
  day: string | null;
  isOpen: boolean;
  formerId: string | null;
  mergedInto: string | null;
  source: LeadSource | undefined;
};

/** A row as it was read. `faults`: why it is refused; `leftOut`: cells that no field can hold, which are in its notes. */
export type ReadRow<Of> = {
  read?: Of;
  phone: string | undefined;
  faults: RowFault[];
  leftOut: RowFault[];
  inexact: InexactValue[];
};

/** The import whose rows are read, with its settings and the records that rows can name. */
export type RowReading = {
  context: ActorContext;
  importId: string;
  headers: readonly string[];
  settings: ImportSettings;
  known: KnownRecords;
};

/** Returns the field of a file for one of the contract; `name` for one that no file has. */
export function toImportField(name: unknown): ImportField {
  if (name === 'serviceOrCampaign') return 'offering';
  if (name === 'nextFollowUpDates') return 'followUpDates';
  return allImportFields.find((field) => field === name) ?? 'name';
}

const textsOfPast = moveLeadBody.pick({
  status: true,
  jobId: true,
  lostReason: true,
  nextFollowUpDates: true,
});

/** Reads a lead from a row, or says all that is wrong with the row. */
export function readLead(reading: RowReading, cells: readonly string[]): ReadRow<LeadOfRow> {
  const { context, settings, known } = reading;
  const { timeZone, phoneCountry } = context.dealer;
  const faults: RowFault[] = [];
  const leftOut: RowFault[] = [];
  const inexact: InexactValue[] = [];
  const isDay = (text: string) => readDay(text, settings.dayOrder) !== undefined;
  const texts = openRowTexts(reading, cells);
  const { said } = texts;
  const refuse = (field: ImportField, message: string, { text, column }: FieldText = said(field)) => {
    if (faults.some((fault) => fault.field === field)) return;
    // Some rows need what was left out.
    const unreadable = leftOut.find((fault) => fault.field === field);
    faults.push(unreadable ?? { field, column, value: text, message });
  };
  const refuseOrLeaveOut = (field: ImportField, message: string) => {
    if (!settings.leavesOutUnreadable) return refuse(field, message);
    const { text, column } = said(field);
    leftOut.push({ field, column, value: text, message });
    texts.setAside(field);
  };
  const named = (field: Exclude<LookupImportField, 'lostReason'>, fallback?: string): string | undefined => {
    const { text } = said(field, (each) => resolveValue(reading, field, each) !== undefined);
    if (text === '') return fallback;
    const found = resolveValue(reading, field, text);
    if (!found?.isExact) inexact.push({ field, value: text, to: found?.to ?? null });
    if (!found) refuse(field, messageOfUnknown[field]);
    return found?.to ?? fallback;
  };

  const { phone, said: phoneText } = texts.phone(phoneCountry);
  if (phoneText.text === '') refuse('phone', messages.required);
  else if (!phone) refuse('phone', explainPhoneRefusal(phoneText.text, phoneCountry), phoneText);

  const { serviceCenter: usual = '' } = settings.defaults;
  const center = named('serviceCenter', known.find('serviceCenter', usual)?.id);
  if (!center) refuse('serviceCenter', messages.rowWithoutCenter);
  const status = leadStatus.parse(named('status', 'pending'));
  const platformName = named('platform', settings.defaults.platform);
  const platform = platforms.find((each) => each === platformName);
  const namesPeople = mayNamePeople(context.actor);
  const recorder = namesPeople ? (named('recorder') ?? null) : null;
  const advisor = namesPeople ? named('advisor') : undefined;
  if (!namesPeople) for (const field of ['recorder', 'advisor'] as const) texts.setAside(field);
  const active = said('isActive', (text) => readFlag(text) !== undefined).text;
  const isActive = active === '' ? true : readFlag(active);
  if (isActive === undefined)
    refuseOrLeaveOut('isActive', fillPlaceholders(messages.unknownChoice, { options: 'yes, no' }));
  const entry = entryOf(reading, said('createdAt', isDay), { refuse, refuseOrLeaveOut });

  const days = followUpDays(reading, said('followUpDates'), { refuse, refuseOrLeaveOut });
  const hasDays = days.isGiven;
  const appointment = said('appointmentDate', isDay);
  const written = appointment.text === '' ? undefined : readDay(appointment.text, settings.dayOrder);
  const wish = written && dayInTimeZone(written, timeZone);
  const appointmentDate = appointment.text === '' ? null : wish?.date;
  if (appointmentDate === undefined) refuseOrLeaveOut('appointmentDate', messages.invalidDate);
  const otherOrder = written && orderRefusal(settings, [written]);
  if (otherOrder) refuse('appointmentDate', otherOrder);
  const time = said('appointmentTime', (text) => readTimeOfDay(text) !== undefined);
  const appointmentTime = time.text === '' ? null : readTimeOfDay(time.text);
  if (appointmentTime === undefined) refuseOrLeaveOut('appointmentTime', messages.invalidTime);

  const fitting = (field: 'email' | 'vehicleNumber', text: string): string | null => {
    const message = createLeadBody.shape[field].safeParse(text).error?.issues[0]?.message;
    if (message) refuseOrLeaveOut(field, message);
    return message ? null : text;
  };
  const email = fitting('email', texts.email().text);
  const vehicleNumber = fitting('vehicleNumber', readVehicleNumber(said('vehicleNumber').text));
  const offering = named('offering') ?? null;
  const jobId = said('jobId').text || null;
  const reason = said('lostReason').text;
  const source = readSource(said('source').text);
  if (!source) texts.setAside('source');
  const isCounted = !['pending', 'lostCustomer'].includes(status);
  const followUpCount = isCounted ? readCount(said('followUpCount').text) : 0;
  if (followUpCount === undefined) texts.setAside('followUpCount');
  const notes = [said('notes').text, ...texts.asides].filter(Boolean).join('\n');
  const body = createLeadBody.safeParse({
    name: said('name').text,
    phone: phone ?? '0',
    email,
    serviceCenter: center ?? placeholder,
    serviceOrCampaign: offering,
    platform: platform ?? null,
    vehicleNumber,
    notes,
    appointmentDate: appointmentDate ?? null,
    appointmentTime: appointmentTime ?? null,
  });
  for (const { path, message } of body.error?.issues ?? []) refuse(toImportField(path[0]), message);
  const past: ImportedPast = {
    importId: reading.importId,
    enteredAt: entry?.at ?? null,
    recorder,
    isActive: isActive ?? true,
    progress: {
      ...(status !== 'pending' && { status }),
      ...(status === 'potential' && { nextFollowUpDates: days.dates }),
      // Follow-ups that were made before: the usual day is of those that are to come.
      ...(['booked', 'completed'].includes(status) && hasDays && { nextFollowUpDates: days.dates }),
      ...(status === 'lostCustomer' && {
        lostReason: readLostReason(reading, reason, inexact),
      }),
      jobId,
    },
    followUpCount: followUpCount ?? 0,
  };
  const { error } = textsOfPast.safeParse(past.progress);
  for (const { path, message } of error?.issues ?? []) refuse(toImportField(path[0]), message);
  if (body.success) {
    for (const [name, message] of Object.entries(findPastFaults(context, body.data, past)))
      refuse(toImportField(name), message);
  }
  if (!body.success || faults.length > 0) return { phone, faults, leftOut, inexact };
  const mayHave = advisor && known.advisors.get(body.data.serviceCenter)?.has(advisor);
  const read: LeadOfRow = {
    phone: body.data.phone,
    body: body.data,
    past,
    advisor: mayHave ? advisor : undefined,
    isWithoutAdvisor: advisor !== undefined && !mayHave,
    day: entry ? dateInTimeZone(timeZone, entry.at) : null,
    isOpen: past.isActive && openStatuses.some((each) => each === status),
    formerId: readId(said('formerId').text),
    mergedInto: readId(said('mergedInto').text),
    source: source ?? undefined,
  };
  return { read, phone, faults, leftOut, inexact };
}

/** @returns null for no text, undefined for any other. */
function readSource(text: string): LeadSource | null | undefined {
  if (text === '') return null;
  if (!text.startsWith('{')) return undefined;
  try {
    return leadSource.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** How often somebody has been followed up; once it is as high as that of a lost lead it can only be one's. */
function readCount(text: string): number | undefined {
  const count = Number(toLatinDigits(text));
  return Number.isInteger(count) && count >= 0 && count < maxFollowUps ? count : undefined;
}

/** IDs of other programs are none of an export of this one. */
function readId(text: string): string | null {
  return id.safeParse(text).data ?? null;
}

const placeholder = '00000000-0000-4000-8000-000000000000';

type Refusals = Record<'refuse' | 'refuseOrLeaveOut', (field: ImportField, message: string) => void>;

function entryOf(
  { context, settings }: RowReading,
  said: FieldText,
  { refuse, refuseOrLeaveOut }: Refusals,
): { at: Date } | undefined {
  if (said.text === '') return undefined;
  const { timeZone } = context.dealer;
  const now = context.clock.now();
  const entry = readDay(said.text, settings.dayOrder);
  if (!entry || entry.date < earliest) {
    refuseOrLeaveOut('createdAt', messages.invalidDate);
    return undefined;
  }
  const otherOrder = orderRefusal(settings, [entry]);
  if (otherOrder) {
    refuse('createdAt', otherOrder);
    return undefined;
  }
  const at = entry.instant ?? instantInTimeZone(timeZone, entry.date, entry.time ?? '00:00');
  if (dateInTimeZone(timeZone, at) > dateInTimeZone(timeZone, now)) {
    refuse('createdAt', messages.dateInFuture);
    return undefined;
  }
  return { at: new Date(Math.min(at.getTime(), now.getTime())) };
}

// Nobody sold cars to be serviced by a lead of before.
const earliest = '1970-01-01';

function followUpDays(
  { context, settings }: RowReading,
  { text }: FieldText,
  { refuse, refuseOrLeaveOut }: Refusals,
): { dates: string[]; isGiven: boolean } {
  const usual = settings.defaults.followUpDate ? [settings.defaults.followUpDate] : [];
  if (text === '') return { dates: usual, isGiven: false };
  const days = readDays(text, settings.dayOrder);
  if (!days) {
    refuseOrLeaveOut('followUpDates', messages.invalidDate);
    return { dates: usual, isGiven: false };
  }
  const message = orderRefusal(settings, days);
  if (message) refuse('followUpDates', message);
  return { dates: days.map((day) => dayInTimeZone(day, context.dealer.timeZone).date), isGiven: true };
}

function orderRefusal(
  { dayOrder }: Pick<ImportSettings, 'dayOrder'>,
  days: readonly WrittenDay[],
): string | undefined {
  if (days.every(({ order }) => order === null || order === dayOrder)) return undefined;
  return dayOrder === 'day' ? messages.monthWrittenFirst : messages.dayWrittenFirst;
}
