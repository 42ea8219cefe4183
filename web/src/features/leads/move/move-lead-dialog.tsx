import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { leadStatus } from '#contract/leads/leads.ts';
import { leadQuery } from '#web/features/leads/record/leads.queries.ts';
import { useDealer } from '#web/lib/dealer/dealer.queries.ts';
import { useReportPresence } from '#web/lib/live/report-presence.ts';
import { useSession } from '#web/lib/session/session.ts';
import { useDialogs } from '#web/lib/url/use-dialogs.ts';
import type { DialogProps } from '#web/ui/dialog/dialog-host.tsx';
import { RecordDialog } from '#web/ui/dialog/lazy-dialog.tsx';
import { MoveLeadForm } from './move-lead-form.tsx';

/** The dialog that changes a lead's status. `id` is the lead's, with the status that is chosen at first. */
export function MoveLeadDialog({ id: idAndStatus, onClose }: DialogProps) {
  const t = useTranslations('leadStatus');
  const [id = '', to] = idAndStatus.split('.');
  useReportPresence(id);
  const { openDialogAbove } = useDialogs();
  const isService = useSession()?.level === 'service';
  const mayCorrect = useDealer().serviceMayCorrect && isService;
  return (
    <RecordDialog query={useQuery(leadQuery(id))} title={t('change')} fields={4} onClose={onClose}>
      {(lead) => (
        <MoveLeadForm
          key={idAndStatus}
          lead={lead}
          to={leadStatus.safeParse(to).data}
          onCorrect={mayCorrect ? () => openDialogAbove('lead.correct', id) : undefined}
          onClose={onClose}
        />
      )}
    </RecordDialog>
  );
}
