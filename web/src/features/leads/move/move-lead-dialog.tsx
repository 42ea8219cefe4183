import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { LeadStatus } from '#contract/leads/lead-status.ts';
import { leadQuery } from '#web/features/leads/record/leads.queries.ts';
import { useDealer } from '#web/lib/dealer/dealer.queries.ts';
import { useReportPresence } from '#web/lib/live/report-presence.ts';
import { useSession } from '#web/lib/session/session.ts';
import { lazyDialog, RecordDialog } from '#web/ui/dialog/lazy-dialog.tsx';
import { MoveLeadForm } from './move-lead-form.tsx';

const CorrectLeadForm = lazyDialog(
  () => import('#web/features/leads/form/edit-lead-form.tsx'),
  'EditLeadForm',
  'leadStatus.correctTitle',
  6,
);

type MoveLeadDialogProps = {
  id: string;
  to?: LeadStatus;
  isCorrecting: boolean;
  onCorrect: () => void;
  onCorrected: () => void;
  onClose: () => void;
};

export function MoveLeadDialog({
  id,
  to,
  isCorrecting,
  onCorrect,
  onCorrected,
  onClose,
}: MoveLeadDialogProps) {
  const t = useTranslations('leadStatus');
  useReportPresence(id);
  const isService = useSession()?.level === 'service';
  const mayCorrect = useDealer().serviceMayCorrect && isService;
  const isCovered = mayCorrect && isCorrecting;
  return (
    <RecordDialog query={useQuery(leadQuery(id))} title={t('change')} fields={4} onClose={onClose}>
      {(lead) => (
        <>
          <MoveLeadForm
            lead={lead}
            to={to}
            isCovered={isCovered}
            onCorrect={mayCorrect ? onCorrect : undefined}
            onClose={onClose}
          />
          {isCovered && <CorrectLeadForm isCorrection lead={lead} onClose={onCorrected} />}
        </>
      )}
    </RecordDialog>
  );
}
