const shown = 3;

/** The main number, then those that were asked for; how many there are beside them. */
export function phonesText(phone: string, otherPhones: readonly string[]): string {
  const all = [phone, ...otherPhones];
  const rest = all.length - shown;
  return `${all.slice(0, shown).join(', ')}${rest > 0 ? ` +${rest}` : ''}`;
}
