import { useMemo } from 'react';
import { useLocale } from 'use-intl';
import { useDealer } from '#web/lib/dealer/dealer.queries.ts';
import { createFormats } from './formats.ts';

/** Returns the functions of {@link createFormats} in the screen's language and the dealer's time zone. */
export function useFormats() {
  const locale = useLocale();
  const { timeZone } = useDealer();
  return useMemo(() => createFormats(locale, timeZone), [locale, timeZone]);
}
