import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { movesFrom } from '#contract/leads/lead-status.ts';
import { editLead, type Lead } from '#contract/leads/leads.ts';
import { isManagement, workers } from '#contract/levels.ts';
import { EditLeadDialog } from '#web/features/leads/form/form-dialogs.ts';
import { type PanelStep, usePanelSearch } from '#web/features/leads/record/panel-search.ts';
import { mayCall } from '#web/lib/api/may-call.ts';
import { useSession } from '#web/lib/session/use-session.ts';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { lazyDialog } from '#web/ui/dialog/lazy-dialog.tsx';
import { StatusDot } from '#web/ui/feedback/status-dot.tsx';
import classes from './lead-steps.module.css';

const MoveLeadDialog = lazyDialog(
  () => import('#web/features/leads/move/move-lead-dialog.tsx'),
  'MoveLeadDialog',
  'leadStatus.change',
  4,
);

export function LeadSteps({ lead }: { lead: Lead }) {
  const t = useTranslations('leadPanel');
  const leads = useTranslations('leads');
  const level = useSession()?.level;
  const { step, correct } = usePanelSearch();
  const { open, close } = useListUrl();
  const isWorker = workers.some((one) => one === level);
  const mayEdit = mayCall(editLead, level);
  const steps = isWorker && level ? movesFrom(lead.status, isManagement(level)) : [];
  const onStep = (step: PanelStep) => open({ step });
  const onClose = () => close('step', 'correct');

  if (!isWorker && !mayEdit) return null;
  return (
    <section>
      {steps.length > 0 && <h3 className={`quiet ${classes.title}`}>{t('nextSteps')}</h3>}
      <div className={classes.steps}>
        {steps.map((status) => (
          <Button key={status} variant="default" onClick={() => onStep(status)}>
            <StatusDot status={status}>{leads(`statuses.${status}`)}</StatusDot>
          </Button>
        ))}
        {mayEdit && (
          <Button
            variant="default"
            leftSection={<IconPencil size={16} stroke={1.75} />}
            onClick={() => onStep('edit')}
          >
            {t('edit')}
          </Button>
        )}
      </div>
      {step && step !== 'edit' && isWorker && (
        <MoveLeadDialog
          key={`${lead._id} ${step}`}
          id={lead._id}
          to={step}
          isCorrecting={correct !== undefined}
          onCorrect={() => open({ correct: 'lead' })}
          onCorrected={() => close('correct')}
          onClose={onClose}
        />
      )}
      {step === 'edit' && mayEdit && <EditLeadDialog key={lead._id} id={lead._id} onClose={onClose} />}
    </section>
  );
}
