import { useTranslations } from 'use-intl';

const namedStates = [
  'PENDING',
  'REJECTED',
  'PAUSED',
  'DISABLED',
  'IN_APPEAL',
  'LIMIT_EXCEEDED',
  'PENDING_DELETION',
] as const;

/** @returns a function that says what Meta makes of a template that it does not approve; null: it has none of that name. */
export function useTemplateState(): (status: string | null) => string {
  const t = useTranslations('messageSettings.templateStates');
  return (status) => {
    if (status === null) return t('none');
    const named = namedStates.find((one) => one === status);
    return named ? t(named) : status;
  };
}
