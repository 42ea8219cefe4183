import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { LeadVersion } from '#contract/leads/lead-history.ts';
import { archiveLead, editLead, type Lead, moveLead } from '#contract/leads/leads.ts';
import type { Level } from '#contract/levels.ts';
import { useFormatLeadField, useLeadFieldName } from '#web/features/leads/record/lead-fields.tsx';
import { useLeadMutation } from '#web/features/leads/record/leads.queries.ts';
import { useSavedToast } from '#web/features/leads/record/use-saved-toast.ts';
import { isPlaceTaken } from '#web/lib/api/mutate.ts';
import { useToday } from '#web/lib/dealer/dealer.queries.ts';
import { useContractText, useErrorText } from '#web/lib/i18n/use-texts.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import {
  planRestore,
  type RestorableField,
  type RestorePlan,
  type RestoreRefusal,
} from './history-restore.ts';
import classes from './history-version-dialog.module.css';

type RestoreLineProps = { field: RestorableField; version: LeadVersion; current: Lead; level: Level };

/** Offers to give a lead the value that a field had in an earlier version, or says why that cannot be; nothing where it is the same. */
export function HistoryRestoreLine({ field, version, current, level }: RestoreLineProps) {
  const t = useTranslations('leadHistory');
  const text = useFormatLeadField();
  const fieldName = useLeadFieldName();
  const today = useToday();
  const whyText = useWhyText();
  const name = fieldName(field, version.isDayBooked);
  const { restore, isBusy } = useRestore(current, name);
  const plan = planRestore(field, version, current, { level, today });
  if (plan.kind === 'same') return null;

  return (
    <span className={classes.line}>
      <span>{t('now', { value: text(current, field) || t('nothing') })}</span>
      {plan.kind === 'refused' ? (
        <span>{t('cannotRestore', { why: whyText(plan.why) })}</span>
      ) : (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconArrowBackUp size={14} stroke={1.75} />}
          loading={isBusy}
          onClick={() => void restore(plan)}
          aria-label={t('restoreField', { field: name })}
        >
          {t('restore')}
        </Button>
      )}
    </span>
  );
}

function useRestore(current: Lead, field: string) {
  const t = useTranslations('leadHistory');
  const errorText = useErrorText();
  const tellSaved = useSavedToast();
  const [isBusy, setBusy] = useState(false);
  const edit = useLeadMutation(editLead);
  const move = useLeadMutation(moveLead);
  const archive = useLeadMutation(archiveLead);

  const write = (plan: RestorePlan): Promise<Lead> | undefined => {
    const params = { id: current._id };
    if (plan.kind === 'edit') return edit.mutateAsync({ params, body: plan.body });
    if (plan.kind === 'move') return move.mutateAsync({ params, body: plan.body });
    if (plan.kind === 'archive') return archive.mutateAsync({ params, body: plan.body });
    return undefined;
  };
  const restore = async (plan: RestorePlan) => {
    setBusy(true);
    try {
      const saved = await write(plan);
      if (saved) tellSaved(saved);
    } catch (error) {
      if (!isPlaceTaken(error)) toast.error(t('notRestored', { field, why: errorText(error) }));
    } finally {
      setBusy(false);
    }
  };
  return { restore, isBusy };
}

function useWhyText(): (why: RestoreRefusal) => string {
  const t = useTranslations('leadHistory.why');
  const leads = useTranslations('leads.statuses');
  const contractText = useContractText();
  return (why) => {
    switch (why.reason) {
      case 'noMove':
        return t('noMove', { from: leads(why.from), to: leads(why.to) });
      case 'notWhileStatus':
      case 'neededWhileStatus':
        return t(why.reason, { status: leads(why.status) });
      case 'rule':
        return t('rule', { rule: contractText(why.message) });
      default:
        return t(why.reason);
    }
  };
}
