import type {
  CustomerMessageKind,
  CustomerMessageReason,
} from '#contract/customer-messages/customer-message.ts';
import type { MessageText } from '#contract/message-texts.ts';
import { dateInTimeZone, instantInTimeZone } from '#contract/text/dates.ts';
import { toInternationalPhone } from '#contract/text/phone.ts';
import type { Context } from '#server/context.ts';
import { listStoppedMessages } from '#server/customers/stopped-messages.service.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { readDealerRules } from '#server/dealer/dealer-rules.service.ts';
import { listIdsWithJoined, loadNamesFor } from '#server/leads/record/get-lead.service.ts';
import { lockLeadRows } from '#server/leads/record/lock-leads.service.ts';
import { getWorkingHours } from '#server/working-hours/working-hours.service.ts';
import { getAllowedUntil, getNextAllowedTime } from './allowed-times.ts';
import { findWrittenLanguage } from './customer-language.db.ts';
import {
  countMessagesOfDay,
  type DueMessage,
  endMessages,
  findLeadBookings,
  findLeadIdOfMessage,
  findMessagesElsewhere,
  lockDailyLimits,
  lockDueMessage,
  lockMessagesOfLeads,
  markMessageAsked,
  postponeCustomerMessage,
} from './customer-messages.db.ts';
import { listExpectedMessages, toLeadState } from './expected-messages.ts';
import { readMessageSettings } from './message-settings.db.ts';
import { chooseKindText, fillKindText, toMessageValues } from './message-text.ts';
import { chooseWay, isUnapproved, type MessageRecipient } from './ways.service.ts';

/** A message that is marked as `asked`, to be handed to the SMS gateway or the mail server right after the commit; `to`: a phone number in E.164 or an email address. */
export type AskedMessage = {
  id: string;
  kind: CustomerMessageKind;
  way: 'sms' | 'email';
  to: string;
  language: MessageText['language'];
  text: string;
  attempts: number;
  askedAt: Date;
};

/**
 * Decides whether and how a due message is sent, from its lead as it is now, and marks it as `asked` before it is handed to anybody: a
 * process that dies in between sends nothing twice.
 *
 * @returns what the caller is to send; undefined if it has nothing to send: the message ended, waits for an allowed time, or is in the
 *   queue of WhatsApp.
 */
export function decideMessage(context: Context, id: string): Promise<AskedMessage | undefined> {
  return inTransaction(context, async (inside) => {
    const { db, clock } = inside;
    const leadId = await findLeadIdOfMessage(db, id);
    const dealer = await readDealerRules(db);
    const [lead] = leadId ? await lockLeadRows(inside, [leadId]) : [];
    const now = clock.now();
    const message = lead && (await lockDueMessage(db, id, now));
    if (!message || !dealer) return undefined;
    const end = async (reason: CustomerMessageReason, state: 'failed' | 'skipped' = 'skipped') => {
      await endMessages(db, [id], { state, reason, at: now });
      return undefined;
    };
    if (lead.customer_id === null) return end('erased');
    const { timeZone } = dealer;
    const settings = await readMessageSettings(db);
    const { holidays } = await getWorkingHours(inside);
    const known = (await lockMessagesOfLeads(db, [lead.id])).get(lead.id) ?? [];
    const wanted = listExpectedMessages({
      ...{ lead: toLeadState(lead), kinds: settings.kinds, settings, timeZone, messages: known },
      bookings: (await findLeadBookings(db, [lead.id])).get(lead.id) ?? [],
      elsewhere: (await findMessagesElsewhere(db, [lead.id])).get(lead.id) ?? [],
    }).find(({ kind, booking }) => kind === message.kind && booking.version === message.version);
    if (!wanted) return end('notTrueAnyMore');
    const { booking, endsAt } = wanted;
    const quiet = { settings, holidays, timeZone };
    const allowed = getNextAllowedTime(quiet, booking.center, now);
    if (allowed >= endsAt) return end('tooLate', message.attempts > 0 ? 'failed' : 'skipped');
    if (allowed > now) {
      await postponeCustomerMessage(db, id, allowed);
      return undefined;
    }
    const stopped = await listStoppedMessages(inside, lead.customer_id);
    if (stopped.includes(message.kind)) return end('stopped');
    const { kind } = message;
    const ids = listIdsWithJoined(lead);
    const written = await findWrittenLanguage(db, ids);
    const text = chooseKindText(settings.kinds[kind], [written, settings.language]);
    const { centers } = await loadNamesFor(inside, [lead]);
    const values =
      text &&
      toMessageValues(text.language, {
        ...{ name: lead.name, vehicleNumber: lead.vehicle_number, day: booking.day, time: booking.time },
        center: centers.get(booking.center)?.name ?? '',
      });
    const filled = text && values && fillKindText(text, values);
    if (!filled) return end('nothingToSay');
    // As late as can be, as the messages of all leads wait for it.
    await lockDailyLimits(db);
    const since = instantInTimeZone(timeZone, dateInTimeZone(timeZone, now), '00:00');
    const { perDay, perPerson } = settings;
    const counted = { id, since, most: perDay, kind, customer: lead.customer_id };
    const { dealer: ofDealer, person } = await countMessagesOfDay(db, counted);
    if (ofDealer >= perDay) return end('dailyLimit', 'failed');
    if (person >= perPerson) return end('dailyLimit');
    const customer: MessageRecipient = {
      ...{
        lead: lead.id,
        ids,
        phone: toInternationalPhone(lead.phone, dealer.phoneCountry),
        email: lead.email,
      },
      center: booking.center,
    };
    const way = await chooseWay(inside, customer, {
      ...{ message: id, kind, text, values, filled },
      refused: message.refusedWays,
      unapproved: settings.unapproved,
      until: new Date(Math.min(endsAt.getTime(), getAllowedUntil(quiet, booking.center, now).getTime())),
    });
    const isTemplateRefused =
      !message.refusedWays.includes('whatsapp') &&
      text.template !== null &&
      isUnapproved(text.template, settings.unapproved);
    if (way === undefined) return endWithoutWay(message, isTemplateRefused, end);
    if ('tryAt' in way) {
      await postponeCustomerMessage(db, id, way.tryAt);
      return undefined;
    }
    const { language } = text;
    const whatsappReason = isTemplateRefused && way.way !== 'whatsapp' ? 'templateNotApproved' : null;
    await markMessageAsked(db, id, { ...way, language, whatsappReason, at: now });
    if (way.way === 'whatsapp') return undefined;
    const { attempts } = message;
    return { id, kind, way: way.way, to: way.to, language, text: way.text, attempts, askedAt: now };
  });
}

function endWithoutWay(
  { refusedWays, reason }: DueMessage,
  isTemplateRefused: boolean,
  end: (reason: CustomerMessageReason, state: 'failed') => Promise<undefined>,
): Promise<undefined> {
  if (refusedWays.length > 0) return end(reason ?? 'refused', 'failed');
  return end(isTemplateRefused ? 'templateNotApproved' : 'noWay', 'failed');
}
