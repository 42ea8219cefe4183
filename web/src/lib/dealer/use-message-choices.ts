import { useTranslations } from 'use-intl';
import type { MessageText } from '#contract/message-texts.ts';
import { useLanguageName } from '#web/lib/i18n/use-language-name.ts';

/** @returns a function that makes the options of a `Choice` of texts, by their names and, where there are several, their languages. */
export function useMessageChoices(): (texts: readonly MessageText[]) => { value: string; label: string }[] {
  const t = useTranslations('leadPanel');
  const languageName = useLanguageName();
  return (texts) => {
    const isMixed = new Set(texts.map(({ language }) => language)).size > 1;
    return texts.map(({ _id, name, language }) => ({
      value: _id,
      label: isMixed ? t('messageName', { name, language: languageName(language) }) : name,
    }));
  };
}
