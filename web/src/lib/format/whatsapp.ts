import { useSyncExternalStore } from 'react';
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
 * @param country the dealer's, ISO 3166-1 alpha-2.
 * @returns where WhatsApp opens a chat; undefined before {@link loadPhones}, and for a foreign extension.
 */
export function useWhatsApp(phone: string, country: string): string | undefined {
  const rules = useSyncExternalStore(subscribe, () => phones);
  if (!rules && !phone.startsWith('+')) return undefined;
  const digits = /^\+(\d+)$/.exec(rules ? rules.internationalPhone(phone, country) : phone)?.[1];
  return digits && `https://wa.me/${digits}`;
}
