import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { leadQuery } from '#web/features/leads/record/leads.queries.ts';
import { useReportPresence } from '#web/lib/live/report-presence.ts';
import { RecordDialog } from '#web/ui/dialog/lazy-dialog.tsx';
import { EditLeadForm } from './edit-lead-form.tsx';

export function EditLeadDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTranslations('leads');
  useReportPresence(id);
  return (
    <RecordDialog query={useQuery(leadQuery(id))} title={t('update')} fields={6} onClose={onClose}>
      {(lead) => <EditLeadForm lead={lead} onClose={onClose} />}
    </RecordDialog>
  );
}
