type Phone = typeof import('#contract/text/phone.ts');

let loaded: Phone | undefined;

/** Fetches the rules for phone numbers. @throws without a connection. */
export async function fetchPhone(): Promise<Phone> {
  loaded ??= await import('#contract/text/phone.ts');
  return loaded;
}

/** @returns a typed phone number in the dealer's national format; as typed when it is invalid or cannot be checked. */
export async function formatTyped(typed: string, country: string): Promise<string> {
  const rules = await fetchPhone().catch(() => undefined);
  return rules?.formatPhone(typed, country) ?? typed;
}
