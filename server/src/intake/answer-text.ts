import type { Lead } from '#contract/leads/leads.ts';
import { fillMessageText, type MessageText } from '#contract/message-texts.ts';
import { dateInTimeZone, daysBetween } from '#contract/text/dates.ts';
import { formatAppointment } from '#server/lib/appointment-text.ts';
import { isSendableName, isSendableVehicle } from '#server/lib/sendable-text.ts';

const namedByDate = 6;

type AnsweredLead = Pick<
  Lead,
  | ('name' | 'vehicleNumber' | 'responseDueAt' | 'respondedAt')
  | ('status' | 'appointmentDate' | 'appointmentTime')
> & {
  serviceCenter: Pick<Lead['serviceCenter'], 'name'>;
};

/**
 * Fills a text for the customer of a lead, in its language and the dealer's time zone. It goes to whatever address a stranger gave, so a
 * name or vehicle that reads as anything else counts as missing; sentences about what the lead lacks are left out, which may leave nothing.
 */
export function fillAnswerText(
  { text, language }: Pick<MessageText, 'text' | 'language'>,
  lead: AnsweredLead,
  { timeZone, now }: { timeZone: string; now: Date },
): string {
  const { name, vehicleNumber, serviceCenter, responseDueAt, respondedAt } = lead;
  const format = (moment: Date, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { timeZone, ...options }).format(moment);
  // Once it was answered, nobody sees by when it was to be.
  const due = responseDueAt && !respondedAt ? new Date(responseDueAt) : null;
  const values = {
    name: isSendableName(name) ? name : null,
    vehicle: vehicleNumber && isSendableVehicle(vehicleNumber) ? vehicleNumber : null,
    center: serviceCenter.name,
    appointment: appointmentOf(lead),
    callBy: due && due > now ? format(due, callByOptions(due)) : null,
  };
  return fillMessageText({ text, language }, values);

  function appointmentOf({ status, appointmentDate, appointmentTime }: AnsweredLead): string | null {
    // Before that it is only the day that the customer asked for.
    if (status !== 'booked' || !appointmentDate) return null;
    return formatAppointment(language, appointmentDate, appointmentTime);
  }

  function callByOptions(moment: Date): Intl.DateTimeFormatOptions {
    const isFar = daysBetween(dateInTimeZone(timeZone, now), dateInTimeZone(timeZone, moment)) >= namedByDate;
    const day = isFar ? ({ day: 'numeric', month: 'long' } as const) : {};
    return { weekday: 'long', ...day, hour: 'numeric', minute: '2-digit' };
  }
}
