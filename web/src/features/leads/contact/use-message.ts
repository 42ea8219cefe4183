import type { Lead } from '#contract/leads/leads.ts';
import { fillMessageText, type MessageText } from '#contract/message-texts.ts';
import { formatsOf } from '#web/lib/format/formats.ts';
import { useDealer } from '#web/lib/session/dealer.ts';

/** @returns how to fill a dealer's text for a customer, dates in the text's language. */
export function useMessage(): (message: MessageText, lead: Lead) => string {
  const { timeZone } = useDealer();
  return ({ text, language }, { name, vehicleNumber, serviceCenter, appointmentDate, appointmentTime }) => {
    const formats = formatsOf(language, timeZone);
    const date = appointmentDate && formats.date(appointmentDate);
    const appointment = date && appointmentTime ? `${date}, ${formats.time(appointmentTime)}` : date;
    return fillMessageText(text, { name, vehicle: vehicleNumber, center: serviceCenter.name, appointment });
  };
}
