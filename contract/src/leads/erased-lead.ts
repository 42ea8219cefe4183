/** Replaces an erased lead's texts; its phone number is empty. */
export const erasedText = { name: 'Erased customer', reason: 'Erased', comment: 'Erased' } as const;

/** Whether a lead's or version's personal data were erased; nobody can change it any more. */
export function isErased({ phone }: { phone: string }): boolean {
  return phone === '';
}
