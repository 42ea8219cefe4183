import type { Reply } from '#contract/call/endpoint.ts';
import { messages } from '#contract/call/messages.ts';
import {
  type Contact,
  type CorrectContactBody,
  correctableMinutes,
  farthestReminderDays,
  type LogContactBody,
  type logContact as logContactCall,
  type Replaced,
} from '#contract/contacts.ts';
import type { Lead } from '#contract/leads/leads.ts';
import { addDays, dateIn } from '#contract/text/dates.ts';
import type { ActorContext } from '#server/context.ts';
import { settleEach, unwrap } from '#server/db/settle.ts';
import { sharedTransactions } from '#server/db/shared-transactions.ts';
import { type Db, inTransaction } from '#server/db/transaction.ts';
import type { VisibleLead } from '#server/leads/get-lead.service.ts';
import { revertNewestChange, statusChangeOf } from '#server/leads/leads.service.ts';
import {
  type ChangeRequest,
  changeLead,
  changeLeads,
  type LeadChange,
  refuseStale,
} from '#server/leads/writing/change-leads.service.ts';
import { newId } from '#server/lib/ids.ts';
import { forbidden, invalid, notFound } from '#server/lib/refusal.ts';
import { type ContactRow, toContact } from './contact-rows.ts';
import {
  eraseNotes,
  findContact,
  findContactsByKey,
  findNewestContact,
  insertContacts,
  type NewContact,
  updateContact,
} from './contacts.db.ts';

type Logged = Reply<typeof logContactCall>;

const minute = 60_000;
const undoLimit = 60 * minute;

/** `id`: the lead's. */
type Wish = { context: ActorContext; id: string; body: LogContactBody };

/**
 * Shares a transaction with concurrent contacts. The caller becomes the advisor of a lead without one; an earlier reminder
 * ends.
 *
 * @throws Refusal 400 beside `tryAgainAt` and as a move, 403, 404, 409 with the current lead when `version` is stale.
 */
export function logContact(context: ActorContext, id: string, body: LogContactBody): Promise<Logged> {
  requireReminderAhead(context, body.tryAgainAt);
  return logTogether(context.db, { context, id, body });
}

const logTogether = sharedTransactions(logContacts, ({ id }: Wish) => id);

async function logContacts(db: Db, wishes: readonly Wish[]): Promise<PromiseSettledResult<Logged>[]> {
  const firstOf = findFirsts(db, wishes);
  const firsts = new Map<Wish, ContactRow>();
  const drafts = new Map<Wish, NewContact>();
  const outcomes = await changeLeads(
    db,
    wishes.map((wish) => ({
      context: wish.context,
      id: wish.id,
      orNobody: true,
      decide: async (inside, row) => {
        const first = await firstOf(wish);
        if (first) {
          firsts.set(wish, first);
          return {};
        }
        await refuseStale(inside, row, wish.body.version);
        const { draft, change } = await decideContact(inside, row, wish.body);
        drafts.set(wish, draft);
        return change;
      },
    })),
  );
  const added = wishes.flatMap((wish, place) => {
    const draft = drafts.get(wish);
    const outcome = outcomes[place];
    return draft && outcome?.status === 'fulfilled' ? [withVersion(draft, outcome.value)] : [];
  });
  const inserted = await insertContacts(db, added);
  return settleEach(wishes, (wish) => {
    const lead = unwrap(outcomes[wishes.indexOf(wish)]);
    const row = firsts.get(wish) ?? inserted.get(drafts.get(wish)?.id ?? '');
    if (!row) throw new Error('A contact was not logged');
    return { contact: asOwn(wish.context, row), lead };
  });
}

/** @returns what finds a key's earlier contact; the first call reads them all. */
function findFirsts(db: Db, wishes: readonly Wish[]): (wish: Wish) => Promise<ContactRow | undefined> {
  const keys = wishes.flatMap(({ context, id, body: { key } }) =>
    key ? [{ leadId: id, employeeId: context.actor._id, key }] : [],
  );
  let found: Promise<ContactRow[]> | undefined;
  return async ({ id, body: { key } }) => {
    if (!key) return undefined;
    found ??= findContactsByKey(db, keys);
    return (await found).find((row) => row.lead_id === id);
  };
}

async function decideContact(
  inside: ActorContext,
  row: VisibleLead,
  { channel, outcome, note = null, tryAgainAt, key, move }: LogContactBody,
): Promise<{ draft: NewContact; change: LeadChange }> {
  const at = momentAfter(row.last_contact_at, inside.clock.now());
  const actor = inside.actor._id;
  const moved = move ? await statusChangeOf(inside, row, move) : {};
  const { status = row.status } = moved;
  const isMove = status !== row.status;
  const reminder = tryAgainAt && !isMove ? new Date(tryAgainAt) : null;
  return {
    draft: {
      ...{ id: newId(at), lead_id: row.id, employee_id: actor, created_at: at },
      ...{ channel, outcome, note, key: key ?? null, try_again_at: reminder },
      ...{ moved_to: isMove ? status : null, lead_version: null, replaced: replacedOf(row) },
    },
    change: {
      ...moved,
      advisor_id: row.advisor_id ?? actor,
      contact_tries: row.contact_tries + 1,
      last_contact_at: at,
      try_again_at: reminder,
      reminded_for: remindedFor(inside, { ...row, ...moved }, outcome),
    },
  };
}

/** At least a millisecond apart, so that a lead's ids are in order. */
function momentAfter(last: Date | null, now: Date): Date {
  return last && last >= now ? new Date(last.getTime() + 1) : now;
}

function withVersion(draft: NewContact, { version }: Lead): NewContact {
  return { ...draft, lead_version: version === draft.replaced.version ? null : version };
}

/** Only customers reached on the appointment's day or the day before. */
function remindedFor(inside: ActorContext, row: VisibleLead, outcome: Contact['outcome']): string | null {
  const today = dateIn(inside.dealer.timeZone, inside.clock.now());
  const isNear = row.appointment_date === today || row.appointment_date === addDays(today, 1);
  const isReminded = row.status === 'booked' && outcome === 'reached' && isNear;
  return isReminded ? row.appointment_date : row.reminded_for;
}

function replacedOf(row: VisibleLead): Replaced {
  return {
    version: row.version,
    contact_tries: row.contact_tries,
    last_contact_at: row.last_contact_at?.toISOString() ?? null,
    try_again_at: row.try_again_at?.toISOString() ?? null,
    reminded_for: row.reminded_for,
  };
}

function factsOf({ last_contact_at: lastAt, try_again_at: againAt, ...facts }: Replaced) {
  return {
    contact_tries: facts.contact_tries,
    last_contact_at: lastAt === null ? null : new Date(lastAt),
    try_again_at: againAt === null ? null : new Date(againAt),
    reminded_for: facts.reminded_for,
  };
}

function requireReminderAhead({ clock }: ActorContext, tryAgainAt: string | null | undefined): void {
  if (!tryAgainAt) return;
  const minutes = (Date.parse(tryAgainAt) - clock.now().getTime()) / minute;
  if (minutes <= 0) throw invalid({ tryAgainAt: messages.reminderInPast });
  if (minutes > farthestReminderDays * 24 * 60) throw invalid({ tryAgainAt: messages.reminderTooFar });
}

/**
 * Keeps the earlier form.
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
    const decide: ChangeRequest['decide'] = (inside, row) => decideCorrection(inside, row, id, body);
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
  const isRecent = ageOf(inside, before) <= correctableMinutes * minute;
  if (before.employee_id !== inside.actor._id || !isRecent || before.undone_at)
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
 * Takes back reminder, move and advisor too; what was versioned by a new version.
 *
 * @throws Refusal 403 unless it is the caller's, the lead's newest, at most an hour old, and the lead unchanged since; 404.
 */
export function undoContact(context: ActorContext, id: string): Promise<Lead> {
  return inTransaction(context, async (inside) => {
    const { lead_id: leadId } = await getContact(inside, id);
    const decide: ChangeRequest['decide'] = (inside, row) => decideUndo(inside, row, id);
    const lead = await changeLead({ context: inside, id: leadId, orNobody: true, decide });
    await updateContact(inside.db, id, { undone_at: context.clock.now() });
    return lead;
  });
}

async function decideUndo(inside: ActorContext, row: VisibleLead, id: string): Promise<LeadChange> {
  const newest = await findNewestContact(inside.db, row.id);
  const isOwn = newest?.id === id && newest.employee_id === inside.actor._id;
  if (!isOwn || ageOf(inside, newest) > undoLimit || row.version !== versionAfter(newest))
    throw forbidden(messages.contactUndoNotAllowed);
  const reverted = newest.lead_version === null ? {} : await revertNewestChange(inside, row);
  return { ...reverted, ...factsOf(newest.replaced) };
}

async function getContact({ db }: ActorContext, id: string): Promise<ContactRow> {
  const row = await findContact(db, id);
  if (!row) throw notFound();
  return row;
}

function ageOf({ clock }: ActorContext, { created_at }: ContactRow): number {
  return clock.now().getTime() - created_at.getTime();
}

function versionAfter({ lead_version, replaced }: ContactRow): number {
  return lead_version ?? replaced.version;
}

function asOwn({ actor: { _id, name } }: ActorContext, row: ContactRow): Contact {
  return toContact(row, new Map([[_id, name]]));
}

/** In `db`'s transaction. */
export function eraseContacts({ db }: Pick<ActorContext, 'db'>, leadIds: readonly string[]): Promise<void> {
  return eraseNotes(db, leadIds);
}
