type Phone = typeof import('#contract/text/phone.ts');

let loaded: Phone | undefined;

/** Fetches the phone number rules. @throws without a connection. */
export async function fetchPhone(): Promise<Phone> {
  loaded ??= await import('#contract/text/phone.ts');
  return loaded;
}

/** @returns a typed phone in the dealer's national format; as typed if invalid or unchecked. */
export async function formatTyped(typed: string, country: string): Promise<string> {
  const rules = await fetchPhone().catch(() => undefined);
  return rules?.formatPhone(typed, country) ?? typed;
}
