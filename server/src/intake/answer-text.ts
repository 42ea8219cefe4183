import type { Lead } from '#contract/leads/leads.ts';
import {
  fillMessageText,
  type MessagePlaceholder,
  type MessageText,
  messagePlaceholders,
} from '#contract/message-texts.ts';
import { dateIn, daysBetween } from '#contract/text/dates.ts';
import { isSendableName, isSendableVehicle } from '#server/lib/sendable-text.ts';

/** Days from which the name of a weekday alone could be that of another week. */
const namedByDate = 6;

type AnsweredLead = Pick<
  Lead,
  'name' | 'vehicleNumber' | 'responseDueAt' | 'respondedAt' | 'appointmentDate'
> & {
  serviceCenter: Pick<Lead['serviceCenter'], 'name'>;
};

/**
 * Fills a text for the customer of a lead, in its language and the dealer's time zone. It goes to whatever address a stranger gave, so a
 * name or vehicle that reads as anything else counts as missing; sentences about what the lead lacks are left out.
 */
export function answerText(
  { text, language }: Pick<MessageText, 'text' | 'language'>,
  { name, vehicleNumber, serviceCenter, responseDueAt, respondedAt, appointmentDate }: AnsweredLead,
  { timeZone, now }: { timeZone: string; now: Date },
): string {
  const format = (moment: Date, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { timeZone, ...options }).format(moment);
  // Once it was answered, nobody sees by when it was to be.
  const due = responseDueAt && !respondedAt ? new Date(responseDueAt) : null;
  const values = {
    name: isSendableName(name) ? name : null,
    vehicle: vehicleNumber && isSendableVehicle(vehicleNumber) ? vehicleNumber : null,
    center: serviceCenter.name,
    appointment:
      appointmentDate &&
      format(new Date(`${appointmentDate}T12:00:00Z`), { timeZone: 'UTC', day: 'numeric', month: 'long' }),
    callBy: due && due > now ? format(due, callByOptions(due)) : null,
  };
  return fillMessageText(withoutGaps(text, language, values) || text, values);

  function callByOptions(moment: Date): Intl.DateTimeFormatOptions {
    const isFar = daysBetween(dateIn(timeZone, now), dateIn(timeZone, moment)) >= namedByDate;
    const day = isFar ? ({ day: 'numeric', month: 'long' } as const) : {};
    return { weekday: 'long', ...day, hour: 'numeric', minute: '2-digit' };
  }
}

function withoutGaps(
  text: string,
  language: string,
  values: Record<MessagePlaceholder, string | null>,
): string {
  const missing = messagePlaceholders.filter((name) => !values[name]).map((name) => `{${name}}`);
  const sentences = new Intl.Segmenter(language, { granularity: 'sentence' });
  const lines = text.split('\n').map((line) => {
    // No sentence begins with a brace.
    const plain = line.replace(/\{\w+\}/g, (placeholder) => 'X'.repeat(placeholder.length));
    const whole = [...sentences.segment(plain)].map(({ index, segment }) =>
      line.slice(index, index + segment.length),
    );
    const kept = whole.filter((sentence) => !missing.some((name) => sentence.includes(name)));
    return kept.length === 0 && line ? undefined : kept.join('').trimEnd();
  });
  return lines
    .filter((line) => line !== undefined)
    .join('\n')
    .trim();
}
