import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { leadQuery } from '#web/features/leads/record/leads.queries.ts';
import { useDealer } from '#web/lib/dealer/dealer.queries.ts';
import { useReportPresence } from '#web/lib/live/report-presence.ts';
import type { DialogProps } from '#web/ui/dialog/dialog-host.tsx';
import { RecordDialog } from '#web/ui/dialog/lazy-dialog.tsx';
import { useRecordIn } from '#web/ui/dialog/use-record-in.ts';
import { EditLeadForm } from './edit-lead-form.tsx';

/** The Update Lead dialog, of a lead by its id. */
export function EditLeadDialog({ id, onClose }: DialogProps) {
  const t = useTranslations('leads');
  useReportPresence(id);
  return (
    <RecordDialog query={useQuery(leadQuery(id))} title={t('update')} fields={6} onClose={onClose}>
      {(lead) => <EditLeadForm lead={lead} onClose={onClose} />}
    </RecordDialog>
  );
}

/** Corrects a lead in the middle of a call, where the dealer lets the service level do so. */
export function LeadCorrection({ id, onClose }: DialogProps) {
  const t = useTranslations('leadStatus');
  const { serviceMayCorrect } = useDealer();
  const query = useRecordIn(
    useQuery(leadQuery(id)),
    (lead) => (serviceMayCorrect ? lead : undefined),
    onClose,
  );
  return (
    <RecordDialog query={query} title={t('correctTitle')} fields={6} onClose={onClose}>
      {(lead) => <EditLeadForm isCorrection lead={lead} onClose={onClose} />}
    </RecordDialog>
  );
}
