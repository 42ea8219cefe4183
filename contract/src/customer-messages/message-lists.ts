/** The lists of messages: those that wait, those that failed, and all others. */
export const customerMessageLists = ['waiting', 'failed', 'ended'] as const;
export type CustomerMessageList = (typeof customerMessageLists)[number];
