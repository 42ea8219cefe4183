import { useCallback } from 'react';
import { useTranslations } from 'use-intl';
import { ApiError } from '#web/lib/api/api-error.ts';
import { contractMessage } from './contract-text.ts';

/** Translates a contract message; other texts become a generic one. */
export function useContractText(): (text: string) => string {
  const t = useTranslations('contract');
  return useCallback(
    (text) => {
      const known = contractMessage(text);
      return known ? t(known.key, known.values as never) : t('invalidValue');
    },
    [t],
  );
}

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
