import type { CustomerMessageKind } from '#contract/customer-messages/customer-message.ts';
import type { KindText, MessageSettings } from '#contract/customer-messages/message-settings.ts';
import {
  fillMessageText,
  isMessageComplete,
  type MessageText,
  type MessageValues,
} from '#contract/message-texts.ts';
import { formatAppointment } from '#server/lib/appointment-text.ts';
import { isSendableName, isSendableVehicle } from '#server/lib/sendable-text.ts';

type Language = MessageText['language'];

/** Chooses the text of a kind in the first of the languages that it has one in, else any; undefined when it has none. */
export function chooseKindText(
  { texts }: Pick<MessageSettings['kinds'][CustomerMessageKind], 'texts'>,
  languages: readonly (Language | null)[],
): KindText | undefined {
  const wanted = languages.flatMap((language) => texts.find((text) => text.language === language) ?? []);
  return wanted[0] ?? texts[0];
}

type ToldFacts = {
  name: string;
  vehicleNumber: string | null;
  center: string;
  day: string;
  time: string | null;
};

/** Returns what fills the placeholders of a text. A name or vehicle that does not look like one counts as missing: strangers typed them. */
export function toMessageValues(language: Language, facts: ToldFacts): MessageValues {
  const { name, vehicleNumber, center, day, time } = facts;
  return {
    name: isSendableName(name) ? name : null,
    vehicle: vehicleNumber && isSendableVehicle(vehicleNumber) ? vehicleNumber : null,
    center,
    appointment: formatAppointment(language, day, time),
    callBy: null,
  };
}

/** Fills the placeholders of a text. @returns undefined if the lead lacks so much that the rest is not worth sending. */
export function fillKindText(text: KindText, values: MessageValues): string | undefined {
  return isMessageComplete(text, values) ? fillMessageText(text, values) || undefined : undefined;
}

/** Fills the numbered variables of a template, as the customer will see it; those without a value become ''. */
export function fillTemplate(body: string, values: readonly string[]): string {
  return body.replace(
    /\{\{\s{0,9}(\d{1,3})\s{0,9}\}\}/g,
    (_all, number: string) => values[Number(number) - 1] ?? '',
  );
}
