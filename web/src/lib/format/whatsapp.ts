import { useEffect, useSyncExternalStore } from 'react';
import { dialled } from '#contract/dealer.ts';
import { useDealer } from '#web/lib/dealer/dealer.queries.ts';
import { fetchPhone } from './phone.ts';

type Phones = typeof import('#contract/text/phone.ts');

const listeners = new Set<() => void>();
let phones: Phones | undefined;
let loading: Promise<void> | undefined;

/** Loads the phone number rules once; again after a failure. */
export function loadPhones(): Promise<void> {
  loading ??= fetchPhone().then(
    (loaded) => {
      phones = loaded;
      for (const listener of listeners) listener();
    },
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * @param phone national digits, or E.164 for a foreign number.
 * @returns where WhatsApp opens a chat; undefined for a foreign extension and, where the dealer's country rewrites numbers,
 * until the phone number rules are loaded.
 */
export function useWhatsApp(phone: string): string | undefined {
  const { phoneCountry, dialling } = useDealer();
  const rules = useSyncExternalStore(subscribe, () => phones);
  const needsRules = !dialling;
  useEffect(() => {
    if (needsRules) loadPhones().catch(() => undefined);
  }, [needsRules]);
  const international = dialling
    ? dialled(phone, dialling)
    : (rules?.internationalPhone(phone, phoneCountry) ?? phone);
  const digits = /^\+(\d+)$/.exec(international)?.[1];
  return digits && `https://wa.me/${digits}`;
}
