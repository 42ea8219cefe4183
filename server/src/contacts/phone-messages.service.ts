import type { ActorContext } from '#server/context.ts';
import { unwrapResult } from '#server/db/apply-each.ts';
import { changeLeads, type LeadChange } from '#server/leads/record/change-leads.service.ts';
import type { VisibleLead } from '#server/leads/record/get-lead.service.ts';
import { insertContacts, type NewContact } from './contacts.db.ts';
import { decideContact } from './contacts.service.ts';

/**
 * Logs, in the transaction of `context.db`, a message that somebody wrote to the customer on the dealer's phone, by a connection that
 * tells of it later; nobody becomes the advisor. A reminder that was set since stays, as does that of a customer who `hasAskedSince`.
 *
 * @param at when it was written.
 * @returns the contact's id; undefined for what was written before the lead came.
 * @throws Refusal as {@link changeLead}.
 */
export async function logMessageFromPhone(
  context: ActorContext,
  id: string,
  { text, at, hasAskedSince }: { text: string | null; at: Date; hasAskedSince: boolean },
): Promise<string | undefined> {
  const now = context.clock.now();
  const body = { channel: 'whatsapp', outcome: 'reached', note: text } as const;
  let draft: NewContact | undefined;
  const decide = async (inside: ActorContext, row: VisibleLead): Promise<LeadChange> => {
    const { created_at, advisor_id, last_contact_at: lastAt, try_again_at } = row;
    if (at < created_at) return {};
    const { draft: own, change } = await decideContact(inside, row, body, at);
    draft = { ...own, is_message: true };
    const isNewest = lastAt === null || lastAt < at;
    const stays = hasAskedSince ? (try_again_at ?? now) : try_again_at;
    return {
      ...change,
      advisor_id,
      last_contact_at: isNewest ? at : lastAt,
      try_again_at: isNewest && !hasAskedSince ? null : stays,
    };
  };
  const then = { ...context, clock: { now: () => at } };
  const [outcome] = await changeLeads(context.db, [{ context: then, id, dropUnfitAdvisor: true, decide }]);
  if (outcome) unwrapResult(outcome);
  if (draft) await insertContacts(context.db, [draft]);
  return draft?.id;
}
