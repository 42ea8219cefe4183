import { useCallback } from 'react';
import { useTranslations } from 'use-intl';
import { ApiError } from '#web/lib/api/api-error.ts';
import { findContractMessage } from './contract-text.ts';

/** @returns a function that translates a message of the contract; any other text becomes "invalid value". */
export function useContractText(): (text: string) => string {
  const t = useTranslations('contract');
  return useCallback(
    (text) => {
      const known = findContractMessage(text);
      return known ? t(known.key, known.values) : t('invalidValue');
    },
    [t],
  );
}

/** @returns a function that says a failure in the screen's language, naming what was wrong with each field that a refusal names. */
export function useErrorText(): (error: unknown) => string {
  const t = useTranslations('ui.errors');
  const contractText = useContractText();
  return useCallback(
    (error) => {
      if (!(error instanceof ApiError)) return t('internal');
      if (error.code === 'too_many_requests') return t(error.code, { seconds: error.retryAfter ?? 0 });
      const faults = Object.entries(error.fields).map(([field, message]) =>
        saysOfWhat(message) ? contractText(message) : t('field', { field, fault: contractText(message) }),
      );
      if (findContractMessage(error.message)) faults.unshift(contractText(error.message));
      return faults.length > 0 ? inSentences([...new Set(faults)]) : t(error.code);
    },
    [t, contractText],
  );
}

function inSentences(texts: readonly string[]): string {
  if (texts.length === 1) return texts.join('');
  return texts.map((text) => (/[.!?]$/.test(text) ? text : `${text}.`)).join(' ');
}

const bare: readonly string[] = [
  ...['required', 'invalidValue', 'unknownField', 'unknownChoice', 'notANumber', 'notWhole', 'tooSmall'],
  ...['tooLarge', 'tooShort', 'tooLong', 'tooFew', 'tooMany', 'unwritable'],
];

function saysOfWhat(message: string): boolean {
  const key = findContractMessage(message)?.key;
  return key !== undefined && !bare.includes(key);
}
