import { useCallback } from 'react';
import { useTranslations } from 'use-intl';
import { ApiError } from '../api-error.ts';
import { contractMessage } from './contract-text.ts';

/** @returns a function that puts a message of the contract (a field's error) into the interface's language. */
export function useContractText(): (text: string) => string {
  const t = useTranslations('contract');
  return useCallback(
    (text) => {
      const known = contractMessage(text);
      return known ? t(known.key, known.values as never) : text;
    },
    [t],
  );
}

/** @returns a function that says in a sentence what went wrong, for a toast or an inline error. */
export function useErrorText(): (error: unknown) => string {
  const t = useTranslations('ui.errors');
  const contractText = useContractText();
  return useCallback(
    (error) => {
      if (!(error instanceof ApiError)) return t('internal');
      if (error.code === 'too_many_requests') return t(error.code, { seconds: error.retryAfter ?? 0 });
      const known = contractMessage(error.message);
      return known ? contractText(error.message) : t(error.code);
    },
    [t, contractText],
  );
}
