import { useTranslations } from 'use-intl';
import { useDealer } from '#web/lib/session/dealer.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';

export function NoMailServer() {
  const t = useTranslations('auth');
  return useDealer().mail === 'outbox' ? <Notice tone="warning">{t('noMailServer')}</Notice> : null;
}
