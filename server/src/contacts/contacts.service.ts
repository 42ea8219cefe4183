import type { EndpointReply } from '#contract/call/endpoint.ts';
import { messages } from '#contract/call/messages.ts';
import {
  type Contact,
  type CorrectContactBody,
  contactCorrectionMinutes,
  type LogContactBody,
  type logContact as logContactCall,
  maxReminderDays,
} from '#contract/contacts.ts';
import type { Lead } from '#contract/leads/leads.ts';
import { addDays, dateInTimeZone } from '#contract/text/dates.ts';
import type { ActorContext } from '#server/context.ts';
import { applyEach, unwrapResult } from '#server/db/apply-each.ts';
import { shareTransactions } from '#server/db/shared-transactions.ts';
import { type Db, inTransaction } from '#server/db/transaction.ts';
import { planUndoOfNewestChange } from '#server/leads/history/lead-history.service.ts';
import {
  changeLead,
  changeLeads,
  type LeadChange,
  type LeadChangeRequest,
  refuseStale,
} from '#server/leads/record/change-leads.service.ts';
import { requirePhone } from '#server/leads/record/create-leads.service.ts';
import { planStatusChange } from '#server/leads/record/edit-leads.service.ts';
import type { VisibleLead } from '#server/leads/record/get-lead.service.ts';
import { newId } from '#server/lib/ids.ts';
import { forbidden, invalidFields, notFound } from '#server/lib/refusal.ts';
import {
  type ContactRow,
  eraseContactNotes,
  findContact,
  findContactsByKey,
  findNewestContact,
  insertContacts,
  type NewContact,
  updateContact,
} from './contacts.db.ts';
import { toContact } from './list-contacts.service.ts';

type Logged = EndpointReply<typeof logContactCall>;

const second = 1_000;
const minute = 60 * second;
const undoLimit = 60 * minute;

type LogRequest = { context: ActorContext; id: string; body: LogContactBody; isMessage?: true };

/**
 * Logs an attempt to reach a lead's customer, with a move of the lead or a corrected number if given. Shares a transaction with
 * concurrent contacts. The caller becomes the advisor of a lead without one; an earlier reminder ends. Whoever may log a wrong number
 * may replace it, without the rule by which the service level edits leads. A repeat under the same `key` answers the first one.
 *
 * @throws Refusal 400 beside `tryAgainAt`, beside `phone` and as a move, 403, 404, 409 with the current lead when `version` is stale.
 */
export function logContact(context: ActorContext, id: string, body: LogContactBody): Promise<Logged> {
  requireReminderAhead(context, body.tryAgainAt);
  return logTogether(context.db, { context, id, body });
}

/** Logs a message to a customer who wrote just before, as a contact; sends nothing. @throws Refusal as {@link logContact}. */
export function logSentMessage(
  context: ActorContext,
  id: string,
  { text, key }: { text: string; key: string },
): Promise<Logged> {
  const body = { channel: 'whatsapp', outcome: 'reached', note: text, key } as const;
  return logTogether(context.db, { context, id, body, isMessage: true });
}

const logTogether = shareTransactions(logContacts, ({ id }: LogRequest) => id);

async function logContacts(db: Db, requests: readonly LogRequest[]): Promise<PromiseSettledResult<Logged>[]> {
  const firstOf = findFirsts(db, requests);
  const firsts = new Map<LogRequest, ContactRow>();
  const drafts = new Map<LogRequest, NewContact>();
  const outcomes = await changeLeads(
    db,
    requests.map((request) => ({
      context: request.context,
      id: request.id,
      dropUnfitAdvisor: true,
      place: { overbook: request.body.move?.overbook ?? false },
      decide: async (inside, row) => {
        const first = await firstOf(request);
        if (first) {
          firsts.set(request, first);
          return {};
        }
        await refuseStale(inside, row, request.body.version);
        const { draft, change } = await decideContact(inside, row, request.body);
        drafts.set(request, { ...draft, is_message: request.isMessage === true });
        return change;
      },
    })),
  );
  const added = requests.flatMap((request, place) => {
    const draft = drafts.get(request);
    const outcome = outcomes[place];
    if (!draft || outcome?.status !== 'fulfilled') return [];
    const { lead, before } = outcome.value;
    return [{ ...draft, lead_version: lead.version === before ? null : lead.version }];
  });
  const inserted = await insertContacts(db, added);
  return applyEach(requests, (request) => {
    const { lead } = unwrapResult(outcomes[requests.indexOf(request)]);
    const row = firsts.get(request) ?? inserted.get(drafts.get(request)?.id ?? '');
    if (!row) throw new Error('A contact was not logged');
    return { contact: asOwn(request.context, row), lead };
  });
}

function findFirsts(
  db: Db,
  requests: readonly LogRequest[],
): (request: LogRequest) => Promise<ContactRow | undefined> {
  const keys = requests.flatMap(({ context, id, body: { key } }) =>
    key ? [{ leadId: id, employeeId: context.actor._id, key }] : [],
  );
  let found: Promise<ContactRow[]> | undefined;
  return async ({ id, body: { key } }) => {
    if (!key) return undefined;
    found ??= findContactsByKey(db, keys);
    return (await found).find((row) => row.lead_id === id);
  };
}

/** Works out the contact to insert and how it changes the lead; writes nothing. @param at when the customer was reached, if not now. */
export async function decideContact(
  inside: ActorContext,
  row: VisibleLead,
  { channel, outcome, note = null, tryAgainAt, key, move, phone }: LogContactBody,
  at: Date = momentAfter(row.last_contact_at, inside.clock.now()),
): Promise<{ draft: Omit<NewContact, 'is_message'>; change: LeadChange }> {
  const actor = inside.actor._id;
  const { version, contact_attempts, last_contact_at, try_again_at, reminded_for } = row;
  const moved = move ? await planStatusChange(inside, row, move) : {};
  const { status = row.status } = moved;
  const isMove = status !== row.status;
  const corrected = phone === undefined ? {} : { phone: requireOtherPhone(inside, row, phone) };
  // The queue reads what is due by its last whole second.
  const atOnce = phone === undefined || tryAgainAt === null ? null : new Date(at.getTime() - second);
  const again = tryAgainAt ? new Date(tryAgainAt) : atOnce;
  const reminder = isMove ? null : again;
  return {
    draft: {
      ...{ id: newId(at), lead_id: row.id, employee_id: actor, created_at: at },
      ...{ channel, outcome, note, key: key ?? null, try_again_at: reminder },
      ...{
        moved_to: isMove ? status : null,
        lead_version: null,
        follow_up: followUpAnswered(inside, row),
        replaced: { version, contact_attempts, last_contact_at, try_again_at, reminded_for },
      },
    },
    change: {
      ...moved,
      ...corrected,
      advisor_id: row.advisor_id ?? actor,
      contact_attempts: contact_attempts + 1,
      last_contact_at: at,
      try_again_at: reminder,
      reminded_for: remindedFor(inside, { ...row, ...moved }, outcome),
    },
  };
}

function requireOtherPhone(inside: ActorContext, { phone: wrong }: VisibleLead, typed: string): string {
  const phone = requirePhone(inside, typed, wrong);
  if (phone === wrong) throw invalidFields({ phone: messages.phoneUnchanged });
  return phone;
}

function momentAfter(last: Date | null, now: Date): Date {
  return last && last >= now ? new Date(last.getTime() + 1) : now;
}

function remindedFor(inside: ActorContext, row: VisibleLead, outcome: Contact['outcome']): string | null {
  const today = dateInTimeZone(inside.dealer.timeZone, inside.clock.now());
  const isNear = row.appointment_date === today || row.appointment_date === addDays(today, 1);
  const isReminded = row.status === 'booked' && outcome === 'reached' && isNear;
  return isReminded ? row.appointment_date : row.reminded_for;
}

function followUpAnswered({ dealer, clock }: ActorContext, row: VisibleLead): NewContact['follow_up'] {
  const date = row.status === 'potential' ? row.next_follow_up_dates.at(-1) : undefined;
  const today = dateInTimeZone(dealer.timeZone, clock.now());
  if (!date || date > today) return null;
  const lastContactOn = row.last_contact_at && dateInTimeZone(dealer.timeZone, row.last_contact_at);
  if (lastContactOn && lastContactOn >= date) return null;
  return date === today ? 'kept' : 'missed';
}

function requireReminderAhead({ clock }: ActorContext, tryAgainAt: string | null | undefined): void {
  if (!tryAgainAt) return;
  const minutes = (Date.parse(tryAgainAt) - clock.now().getTime()) / minute;
  if (minutes <= 0) throw invalidFields({ tryAgainAt: messages.reminderInPast });
  if (minutes > maxReminderDays * 24 * 60) throw invalidFields({ tryAgainAt: messages.reminderTooFar });
}

/**
 * Corrects a contact of the actor's, of which the earlier form stays.
 *
 * @throws Refusal 403 for a colleague's contact, an undone one, or after five minutes, 404.
 */
export function correctContact(
  context: ActorContext,
  id: string,
  body: CorrectContactBody,
): Promise<Contact> {
  return inTransaction(context, async (inside) => {
    const { lead_id: leadId } = await getContact(inside, id);
    const decide: LeadChangeRequest['decide'] = (inside, row) => decideCorrection(inside, row, id, body);
    await changeLead({ context: inside, id: leadId, decide });
    return asOwn(context, await correct(inside, await getContact(inside, id), body));
  });
}

async function decideCorrection(
  inside: ActorContext,
  row: VisibleLead,
  id: string,
  { outcome }: CorrectContactBody,
): Promise<LeadChange> {
  const before = await getContact(inside, id);
  const isRecent = ageOf(inside, before) <= contactCorrectionMinutes * minute;
  if (before.employee_id !== inside.actor._id || !isRecent || before.undone_at || before.is_message)
    throw forbidden(messages.contactNotCorrectable);
  const isNewest = (await findNewestContact(inside.db, row.id))?.id === id;
  if (outcome === undefined || !isNewest || before.moved_to) return {};
  const { reminded_for } = before.replaced;
  return { reminded_for: remindedFor(inside, { ...row, reminded_for }, outcome) };
}

async function correct(
  { db, clock }: ActorContext,
  before: ContactRow,
  { channel = before.channel, outcome = before.outcome, note = before.note }: CorrectContactBody,
): Promise<ContactRow> {
  const isSame = channel === before.channel && outcome === before.outcome && note === before.note;
  if (isSame) return before;
  const at = clock.now();
  const form = {
    ...{ channel: before.channel, outcome: before.outcome, note: before.note },
    until: at.toISOString(),
  };
  const earlier = JSON.stringify([...before.earlier, form]);
  return updateContact(db, before.id, { channel, outcome, note, earlier, corrected_at: at });
}

/**
 * Undoes a contact, with its reminder, move and advisor; what was versioned by a new version. What the customer has asked for since
 * stays due.
 *
 * @returns the lead as it is then.
 * @throws Refusal 403 unless it is the caller's, the lead's newest, at most an hour old, and the lead unchanged since; 404.
 */
export function undoContact(context: ActorContext, id: string): Promise<Lead> {
  return inTransaction(context, async (inside) => {
    const { lead_id: leadId } = await getContact(inside, id);
    const decide: LeadChangeRequest['decide'] = (inside, row) => decideUndo(inside, row, id);
    const lead = await changeLead({ context: inside, id: leadId, dropUnfitAdvisor: true, decide });
    await updateContact(inside.db, id, { undone_at: context.clock.now() });
    return lead;
  });
}

async function decideUndo(inside: ActorContext, row: VisibleLead, id: string): Promise<LeadChange> {
  const newest = await findNewestContact(inside.db, row.id);
  const isOwn = newest?.id === id && newest.employee_id === inside.actor._id && !newest.is_message;
  if (!isOwn || ageOf(inside, newest) > undoLimit) throw forbidden(messages.contactUndoNotAllowed);
  const { lead_version, replaced, try_again_at: reminder } = newest;
  const { version, last_contact_at: lastAt, try_again_at: againAt, ...counted } = replaced;
  // Another one may have been told of later.
  const isOther = row.contact_attempts !== replaced.contact_attempts + 1;
  if (isOther || row.version !== (lead_version ?? version)) throw forbidden(messages.contactUndoNotAllowed);
  const isAnother = row.try_again_at?.getTime() !== reminder?.getTime();
  const reminderBefore = againAt === null ? null : new Date(againAt);
  return {
    ...(lead_version !== null && (await planUndoOfNewestChange(inside, row))),
    ...counted,
    last_contact_at: lastAt === null ? null : new Date(lastAt),
    try_again_at: isAnother ? row.try_again_at : reminderBefore,
  };
}

async function getContact({ db }: ActorContext, id: string): Promise<ContactRow> {
  const row = await findContact(db, id);
  if (!row) throw notFound();
  return row;
}

function ageOf({ clock }: ActorContext, { created_at }: ContactRow): number {
  return clock.now().getTime() - created_at.getTime();
}

function asOwn({ actor: { _id, name } }: ActorContext, row: ContactRow): Contact {
  return toContact(row, new Map([[_id, name]]));
}

/** Deletes the notes of all contacts of leads; the contacts stay. */
export function eraseContacts({ db }: Pick<ActorContext, 'db'>, leadIds: readonly string[]): Promise<void> {
  return eraseContactNotes(db, leadIds);
}
