import { useTranslations } from 'use-intl';
import { callGroups } from '#contract/leads/call-order.ts';

/** Says in which order the queue is. */
export function QueueRule() {
  const t = useTranslations('queueRule');
  return (
    <>
      <p>{t('lost')}</p>
      <ol>
        {callGroups.map((group) => (
          <li key={group}>{t(group)}</li>
        ))}
      </ol>
      <p>{t('tenth')}</p>
    </>
  );
}
