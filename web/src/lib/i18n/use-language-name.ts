import { useMemo } from 'react';
import { useLocale } from 'use-intl';

/** @returns a function that names a language (BCP 47) in the screen's language. */
export function useLanguageName(): (language: string) => string {
  const locale = useLocale();
  return useMemo(() => {
    const names = new Intl.DisplayNames(locale, { type: 'language' });
    return (language) => names.of(language) ?? language;
  }, [locale]);
}
