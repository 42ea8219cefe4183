/** Replaces an erased lead's texts; its phone number is empty. */
export const erasedLeadTexts = { name: 'Erased customer', reason: 'Erased', comment: 'Erased' } as const;
