/** The languages of messages to customers. */
export const messageLanguages = ['en', 'bn', 'hi', 'ne', 'ur', 'ar'] as const;
