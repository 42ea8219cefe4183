import type { Lead } from '#contract/leads/leads.ts';

/** Names the link that calls a lead, to which the focus goes once a wrong number is corrected. */
export const toCallId = ({ _id }: Pick<Lead, '_id'>) => `call-${_id}`;

/** Names the field in which a WhatsApp message of a lead is answered. */
export const toReplyId = ({ _id }: Pick<Lead, '_id'>) => `reply-${_id}`;
