import { useMemo } from 'react';
import { useLocale } from 'use-intl';

export function useLanguageName(): (language: string) => string {
  const locale = useLocale();
  return useMemo(() => {
    const names = new Intl.DisplayNames(locale, { type: 'language' });
    return (language) => names.of(language) ?? language;
  }, [locale]);
}
