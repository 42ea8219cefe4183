import type { Lead } from '#contract/leads/leads.ts';

/** The link that calls a lead: there the hand goes once a wrong number is corrected. */
export const toCallId = ({ _id }: Pick<Lead, '_id'>) => `call-${_id}`;

/** The field in which a WhatsApp message of a lead is answered. */
export const toReplyId = ({ _id }: Pick<Lead, '_id'>) => `reply-${_id}`;
