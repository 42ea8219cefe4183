import { useEffect } from 'react';
import { toDialledNumber } from '#contract/dealer.ts';
import { createStore, useStore } from '#web/lib/browser/store.ts';
import { useDealer } from '#web/lib/dealer/dealer.queries.ts';
import { loadPhoneRules } from './phone.ts';

type Phones = typeof import('#contract/text/phone.ts');

const phones = createStore<Phones | undefined>(undefined);
let loading: Promise<void> | undefined;

/** Loads the phone number rules once; again after a failure. */
export function preloadPhoneRules(): Promise<void> {
  loading ??= loadPhoneRules().then(
    (loaded) => phones.set(loaded),
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

/**
 * @param phone national digits, or E.164 for a foreign number.
 * @returns where WhatsApp opens a chat; undefined for a foreign extension and, where the dealer's country rewrites numbers,
 * until the phone number rules are loaded.
 */
export function useWhatsAppLink(phone: string): string | undefined {
  const { phoneCountry, dialling } = useDealer();
  const rules = useStore(phones);
  const needsRules = !dialling;
  useEffect(() => {
    if (needsRules) preloadPhoneRules().catch(() => undefined);
  }, [needsRules]);
  const international = dialling
    ? toDialledNumber(phone, dialling)
    : (rules?.toInternationalPhone(phone, phoneCountry) ?? phone);
  const digits = /^\+(\d+)$/.exec(international)?.[1];
  return digits && `https://wa.me/${digits}`;
}
