import { z } from 'zod';
import { endpoint } from '#contract/call/endpoint.ts';
import { instant } from '#contract/text/dates.ts';
import { id, idParams, requiredLines } from '#contract/text/text.ts';
import { maxMentionsPerComment, textLength } from './business.ts';
import { leadWriterLevels } from './levels.ts';
import { person } from './people.ts';

/** A comment on a lead, with the people whom it mentions. */
export const comment = z.object({
  _id: id,
  text: z.string(),
  by: person,
  createdAt: instant,
  mentions: z.array(person),
});
export type Comment = z.infer<typeof comment>;

const addCommentBody = z.strictObject({
  text: requiredLines(textLength.notes),
  mentions: z.array(id).max(maxMentionsPerComment).default([]),
});
export type AddCommentBody = z.infer<typeof addCommentBody>;

/** A comment that names the caller. */
export const mention = z.object({
  _id: id,
  lead: z.object({ _id: id, name: z.string() }),
  text: z.string(),
  by: person,
  createdAt: instant,
  isRead: z.boolean(),
});
export type Mention = z.infer<typeof mention>;

/** Adds a comment to a lead and notifies those whom it mentions. */
export const addComment = endpoint({
  method: 'POST',
  path: '/serviceCenter/manageLeads/comments/:id',
  summary: 'Comment on a lead; `mentions` are ids from listColleagues, who are notified',
  tag: 'Comments',
  changes: ['panels'],
  who: leadWriterLevels,
  params: idParams,
  body: addCommentBody,
  reply: comment,
  status: 201,
  refusals: [404],
});

/** Lists the employees who can be mentioned in a comment on a lead: those who may see it, without the caller. */
export const listColleagues = endpoint({
  method: 'GET',
  path: '/serviceCenter/manageLeads/colleagues/:id',
  summary: 'Active colleagues who may see a lead, by name, without the caller',
  tag: 'Comments',
  reads: 'employees',
  freshSeconds: 60,
  who: leadWriterLevels,
  params: idParams,
  reply: z.object({ colleagues: z.array(person) }),
  refusals: [404],
});

/** Lists the newest comments that name the caller, unread ones first. */
export const listMentions = endpoint({
  method: 'GET',
  path: '/session/mentions',
  summary:
    'The newest 50 comments that name the caller, on leads that the caller may still see, unread ones first; `unread` counts up to 100',
  tag: 'Comments',
  reads: 'mentions',
  freshSeconds: 60,
  who: leadWriterLevels,
  reply: z.object({ mentions: z.array(mention), unread: z.int() }),
});

/** Marks the comments on one lead that name the caller as read. */
export const markMentionsRead = endpoint({
  method: 'POST',
  path: '/session/mentions/read',
  summary: 'Mark the comments on a lead that name the caller as read',
  tag: 'Comments',
  changes: ['mentions'],
  who: leadWriterLevels,
  body: z.strictObject({ lead: id }),
});
