import { useTranslations } from 'use-intl';
import { useDealer } from '#web/lib/dealer/dealer.queries.ts';
import { Notice } from './notice.tsx';

/** Says, beside a link that is handed out, that nobody else can open it, while that is so. */
export function LocalLinkNotice() {
  const t = useTranslations('firstSteps');
  const { isLocalOnly } = useDealer();
  if (!isLocalOnly) return null;
  return (
    <Notice tone="warning">
      <p>{t('localLink')}</p>
    </Notice>
  );
}
