import type {
  CustomerMessageKind,
  CustomerMessageWay,
} from '#contract/customer-messages/customer-message.ts';
import { countSmsParts, toSmsText } from '#contract/customer-messages/sms-parts.ts';
import type { MessageText } from '#contract/message-texts.ts';
import type { Context } from '#server/context.ts';
import { newId } from '#server/lib/ids.ts';
import { getDefaultTexts } from './default-texts.ts';
import { chooseKindText, fillKindText, toMessageValues } from './message-text.ts';
import {
  type EndedMessage,
  findBookingsSince,
  insertEndedMessages,
  type PastBooking,
} from './past-messages.db.ts';

export type { PastBooking };

/** A message of sample data. `way`: null where it was not sent. */
export type PastMessage = Omit<EndedMessage, 'id' | 'booking' | 'sent'> & {
  booking: PastBooking;
  way: CustomerMessageWay | null;
  language: MessageText['language'];
};

/** Lists the bookings of active leads that were made, ready or ended since a moment, or whose day has come since, oldest first. */
export function listBookingsSince({ db }: Context, since: Date): Promise<PastBooking[]> {
  return findBookingsSince(db, since);
}

/** Adds messages of sample data that ended in the past, in the words that every dealer begins with; sends nothing. */
export async function addPastMessages({ db }: Context, messages: readonly PastMessage[]): Promise<void> {
  const ended = messages.flatMap(({ booking, way, language, ...message }) => {
    const text = way && writeText(message.kind, booking, language);
    if (way && !text) return [];
    const sent =
      way && text ? { way, language, ...(way === 'sms' ? toSms(text) : { text, parts: null }) } : null;
    return { ...message, id: newId(message.at), booking, sent };
  });
  await insertEndedMessages(db, ended);
}

function writeText(
  kind: CustomerMessageKind,
  booking: PastBooking,
  language: MessageText['language'],
): string | undefined {
  const text = chooseKindText({ texts: getDefaultTexts(kind) }, [language]);
  return text && fillKindText(text, toMessageValues(language, { ...booking, center: booking.centerName }));
}

function toSms(filled: string) {
  const text = toSmsText(filled);
  return { text, parts: countSmsParts(text).parts };
}
