import { messages } from '#contract/call/messages.ts';
import type { AddCommentBody, Comment, Mention } from '#contract/comments.ts';
import type { Person } from '#contract/people.ts';
import type { ActorContext, Context } from '#server/context.ts';
import {
  getLead,
  getVisibleLead,
  listIdsWithJoined,
  listVisibleCenters,
  type VisibleLead,
} from '#server/leads/record/get-lead.service.ts';
import { newId } from '#server/lib/ids.ts';
import { conflict, invalidFields } from '#server/lib/refusal.ts';
import {
  eraseCommentTexts,
  findColleagues,
  findComments,
  findMentions,
  insertComment,
  updateReadMentions,
} from './comments.db.ts';

/**
 * Adds a comment of the actor.
 *
 * @throws Refusal 400 for a mention of somebody who may not see the lead, 404, 409 when the lead was erased or merged.
 */
export async function addComment(
  context: ActorContext,
  leadId: string,
  { text, mentions }: AddCommentBody,
): Promise<Comment> {
  const { actor, clock, db } = context;
  const colleagues = await listColleagues(context, leadId);
  const mentioned = colleagues.filter(({ _id }) => mentions.includes(_id));
  if (mentioned.length < new Set(mentions).size) throw invalidFields({ mentions: messages.unknownColleague });
  const at = clock.now();
  const id = newId(at);
  const ids = mentioned.map(({ _id }) => _id);
  const comment = { id, leadId, employeeId: actor._id, text, mentions: ids, at };
  if (!(await insertComment(db, comment))) {
    const lead = await getLead(context, leadId);
    throw conflict(lead.isErased ? messages.leadErased : messages.leadMerged, lead);
  }
  const by = { _id: actor._id, name: actor.name };
  return { _id: id, text, by, createdAt: at.toISOString(), mentions: mentioned };
}

/** Lists who may be mentioned in a lead, by name, without the actor. @throws Refusal 404. */
export async function listColleagues(context: ActorContext, leadId: string): Promise<Person[]> {
  const lead = await getVisibleLead(context, leadId);
  return findColleagues(context.db, lead.service_center_id, context.actor._id);
}

/** Lists the comments of a lead, and of those joined with it, with a lower id than `page.before`, newest first. */
export async function listComments(
  { db }: Context,
  lead: VisibleLead,
  page: { before: string; limit: number },
): Promise<Comment[]> {
  const rows = await findComments(db, listIdsWithJoined(lead), page);
  return rows.map(withInstant);
}

/** Lists the actor's newest mentions, unread ones first, and counts the unread ones up to a limit. */
export async function listMentions({ actor, db }: ActorContext): Promise<{
  mentions: Mention[];
  unread: number;
}> {
  const { mentions, unread } = await findMentions(db, actor._id, listVisibleCenters(actor));
  return { mentions: mentions.map(withInstant), unread };
}

/** Marks the actor's mentions in a lead, and in those merged into it, as read. */
export function markMentionsRead({ actor, db }: ActorContext, leadId: string): Promise<void> {
  return updateReadMentions(db, actor._id, leadId);
}

/** Replaces the texts of all comments of leads by the one of erased comments. */
export function eraseComments({ db }: Pick<Context, 'db'>, leadIds: readonly string[]): Promise<void> {
  return eraseCommentTexts(db, leadIds);
}

function withInstant<Row extends { createdAt: Date }>(
  row: Row,
): Omit<Row, 'createdAt'> & { createdAt: string } {
  return { ...row, createdAt: row.createdAt.toISOString() };
}
