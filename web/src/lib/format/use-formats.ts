import { useMemo } from 'react';
import { useLocale } from 'use-intl';
import { useDealer } from '#web/lib/dealer/dealer.queries.ts';
import { createFormats } from './formats.ts';

export function useFormats() {
  const locale = useLocale();
  const { timeZone } = useDealer();
  return useMemo(() => createFormats(locale, timeZone), [locale, timeZone]);
}
