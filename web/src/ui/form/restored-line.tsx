import { useTranslations } from 'use-intl';
import { QuietLine } from '#web/ui/feedback/notice.tsx';
import type { RestoredDraft } from './use-form-draft.ts';

/** Says that a draft was restored; offers to discard it. */
export function RestoredLine({ draft }: { draft: RestoredDraft | undefined }) {
  const t = useTranslations('ui');
  if (!draft?.isRestored) return null;
  return (
    <QuietLine action={t('discard')} onAction={draft.discard}>
      {t('restored')}
    </QuietLine>
  );
}
