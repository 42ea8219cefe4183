import { useMemo } from 'react';
import { useLocale } from 'use-intl';

/** @returns what a language (BCP 47 tag) is called in that of the screens. */
export function useLanguageName(): (language: string) => string {
  const locale = useLocale();
  return useMemo(() => {
    const names = new Intl.DisplayNames(locale, { type: 'language' });
    return (language) => names.of(language) ?? language;
  }, [locale]);
}
