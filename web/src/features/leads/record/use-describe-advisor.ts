import { useTranslations } from 'use-intl';
import type { Advisor } from '#contract/leads/lead-advisors.ts';
import { useToday } from '#web/lib/dealer/dealer.queries.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';

/**
 * @returns a function that says what to know of somebody who may get leads: their level in management, open leads, and until when they
 * are away.
 */
export function useDescribeAdvisor(): (advisor: Advisor & { openLeads?: number }) => string[] {
  const t = useTranslations('assignment');
  const levels = useTranslations('frame.levels');
  const formats = useFormats();
  const today = useToday();
  return ({ level, awayUntil, openLeads }) => [
    ...(level === 'service' ? [] : [levels(level)]),
    ...(awayUntil ? [t('away', { date: formats.nearDate(awayUntil, today) })] : []),
    ...(openLeads === undefined ? [] : [t('open', { count: openLeads })]),
  ];
}
