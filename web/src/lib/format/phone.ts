import { lazyModule } from '#web/lib/browser/lazy-module.ts';

type Phone = typeof import('#contract/text/phone.ts');

const rules = lazyModule(() => import('#contract/text/phone.ts'));

/** Fetches the phone number rules. @throws without a connection. */
export const loadPhoneRules = (): Promise<Phone> => rules.fetch();

/** Writes a typed number as people in the country do; as it was typed if it is none, or its rules cannot be fetched. */
export async function formatTypedPhone(typed: string, country: string): Promise<string> {
  const loaded = await loadPhoneRules().catch(() => undefined);
  return loaded?.formatPhone(typed, country) ?? typed;
}
