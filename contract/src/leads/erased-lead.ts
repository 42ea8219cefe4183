/** What an erased lead says instead; its phone number is empty. */
export const erasedText = { name: 'Erased customer', reason: 'Erased', comment: 'Erased' } as const;

/** Whether the personal data of a lead, or of a version of one, were erased: nobody can change it any more. */
export function isErased({ phone }: { phone: string }): boolean {
  return phone === '';
}
