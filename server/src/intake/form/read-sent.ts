import type { z } from 'zod';
import { type WebsiteFormLanguage, websiteFormLimits } from '#contract/intake/forms.ts';
import { createLeadBody } from '#contract/leads/leads.ts';
import { addDays, calendarDate, timeOfDay } from '#contract/text/dates.ts';
import { explainPhoneRefusal, normalisePhone } from '#contract/text/phone.ts';
import { readTimeOfDay } from '#contract/text/read-time.ts';
import { getOpeningSpans } from '#contract/working-time.ts';
import { readWish } from '#server/intake/read-wish.ts';
import { formWords } from './form-texts.ts';
import type { OpenForm } from './open-form.service.ts';

/** The faults of what a visitor entered, in their language, by the names of fields. */
export type FormFaults = Record<string, string>;

const { shape } = createLeadBody;

/**
 * Reads a time that a visitor typed by the hours of the day that they chose: `৩:৩০`, or `৪টা`, is in the afternoon where only then the center is
 * open. A browser's own field says `03:30` for the morning.
 */
function readTimeByHours(
  typed: string,
  day: string | null,
  sent: URLSearchParams,
  form: OpenForm,
): string | undefined {
  const time = readTimeOfDay(typed);
  if (!day || !calendarDate.safeParse(day).success || /^\d\d:/.test(typed.trim())) return time;
  const spans = spansOn(day, sent, form);
  const isOpen = (at: string) => spans.some(({ from, to }) => from <= at && at < to);
  if (time && isOpen(time)) return time;
  const halves = ['am', 'pm'].flatMap((half) => readTimeOfDay(`${typed} ${half}`) ?? []);
  const open = halves.filter(isOpen);
  return open.length === 1 ? open[0] : time;
}

function spansOn(day: string, sent: URLSearchParams, { hours, centers }: OpenForm) {
  const center = sent.get('service_center')?.trim() ?? '';
  return getOpeningSpans(hours, centers.some(({ _id }) => _id === center) ? center : null, day);
}

/**
 * Reads the day and time that a visitor typed where a browser or a form on another site has no field for them: `sat`, `28/11`, `330p`,
 * `৩:৩০`. A day that also names a time gives both.
 *
 * @returns a copy of what was sent, with the day as `YYYY-MM-DD` and the time as `HH:MM`; what cannot be read stays as it was typed.
 */
export function readTypedWish(sent: URLSearchParams, form: OpenForm): URLSearchParams {
  const { today, timeZone } = form;
  const read = new URLSearchParams(sent);
  const wish = readWish(sent.get('preferred_date') ?? '', today, timeZone);
  const typedTime = sent.get('preferred_time') ?? '';
  const time =
    readTimeByHours(typedTime, wish?.date ?? null, sent, form) ?? (typedTime.trim() ? undefined : wish?.time);
  if (wish) read.set('preferred_date', wish.date);
  if (time) read.set('preferred_time', time);
  return read;
}

/** Finds what is wrong with what a visitor entered, by the names of fields, in their language; empty when all is right. */
export function findFormFaults(
  sent: URLSearchParams,
  form: OpenForm,
  language: WebsiteFormLanguage,
): FormFaults {
  const words = formWords[language];
  const typed = (name: string) => sent.get(name)?.trim() ?? '';
  const text = (name: string, schema: z.ZodType, wrong = words.wrong) => {
    const { error } = schema.safeParse(typed(name));
    if (!error) return undefined;
    return error.issues.some(({ code }) => code === 'too_big') ? words.tooLong : wrong;
  };
  const { consent } = form.texts[language] ?? {};
  const isOneOf = (all: readonly { _id: string }[], id: string) => all.some(({ _id }) => _id === id);
  const found = {
    name: typed('name') ? text('name', shape.name) : words.nameMissing,
    phone: typed('phone') ? (text('phone', shape.phone) ?? phone()) : words.phoneMissing,
    email: text('email', shape.email, words.wrongEmail),
    vehicle: text('vehicle', shape.vehicleNumber),
    service_center:
      form.centers.length === 0 || isOneOf(form.centers, typed('service_center'))
        ? undefined
        : words.centerMissing,
    service: !typed('service') || isOneOf(form.offerings, typed('service')) ? undefined : words.wrong,
    ...(form.asksDay && wishes()),
    message: text('message', shape.notes),
    consent: !consent || isSameText(sent.get('consent') ?? '', consent) ? undefined : words.consentMissing,
  };
  return Object.fromEntries(
    Object.entries(found).filter((fault): fault is [string, string] => fault[1] !== undefined),
  );

  function phone(): string | undefined {
    if (normalisePhone(typed('phone'), form.phoneCountry)) return undefined;
    return words.phones[explainPhoneRefusal(typed('phone'), form.phoneCountry)] ?? words.wrong;
  }

  function wishes(): { preferred_date?: string; preferred_time?: string } {
    const [day, time] = [typed('preferred_date'), typed('preferred_time')];
    if (!day) return time ? { preferred_date: words.dayMissing } : {};
    const last = addDays(form.today, websiteFormLimits.daysAhead);
    if (!calendarDate.safeParse(day).success || day < form.today || day > last)
      return { preferred_date: words.wrongDay.replace('{last}', written(last, language)) };
    const spans = spansOn(day, sent, form);
    if (spans.length === 0) return { preferred_date: words.closedDay };
    if (!time) return {};
    const isOpen = spans.some(({ from, to }) => from <= time && time < to);
    const hours = spans.map(({ from, to }) => `${from}–${to}`).join(', ');
    return timeOfDay.safeParse(time).success && isOpen
      ? {}
      : { preferred_time: words.closedTime.replace('{hours}', hours) };
  }
}

/** Tells whether two texts are the same but for their line breaks and spaces: browsers send line breaks in their own way. */
export function isSameText(one: string, other: string): boolean {
  const plain = (text: string) => text.replace(/\s+/g, ' ').trim();
  return plain(one) === plain(other);
}

function written(date: string, language: WebsiteFormLanguage): string {
  return new Intl.DateTimeFormat(language === 'bn' ? 'bn-BD' : 'en-GB', {
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(Date.parse(date));
}
