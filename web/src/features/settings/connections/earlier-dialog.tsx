import { useTranslations } from 'use-intl';
import { z } from 'zod';
import type { Connection } from '#contract/intake/connections.ts';
import { findEarlierLeads, metaKeepsDays } from '#contract/intake/meta.ts';
import { addDays, calendarDate } from '#contract/text/dates.ts';
import { change } from '#web/lib/api/change.ts';
import { useToday } from '#web/lib/dealer/dealer.queries.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { DateField } from '#web/ui/field/date-time-fields.tsx';
import { useForm } from '#web/ui/form/use-form.tsx';

type EarlierDialogProps = { connection: Connection; onClose: () => void };

const earlierForm = z.object({ since: calendarDate });
/** What is asked for unless another day is chosen. */
const usualDays = 7;

/** Asks Meta for leads that it never told of, such as those of before the connection. */
export function EarlierDialog({ connection, onClose }: EarlierDialogProps) {
  const t = useTranslations('intake.connections.earlier');
  const reasons = useTranslations('intake.reasons');
  const today = useToday();
  const { field, dialog } = useForm({
    schema: earlierForm,
    record: { since: addDays(today, -usualDays) },
    isNew: true,
    nameOf: () => t('since'),
    async save(body) {
      const { found, failure } = await change(findEarlierLeads, { params: { id: connection._id }, body });
      if (failure) toast.error(t('stopped', { found, why: reasons(failure) }));
      else toast.success(t('found', { found }));
    },
    onClose,
  });
  return (
    <FormDialog {...dialog} title={t('title')} submit={t('submit')}>
      <p className="quiet">{t('why', { days: metaKeepsDays })}</p>
      <DateField {...field('since')} today={today} from={addDays(today, 1 - metaKeepsDays)} data-autofocus />
    </FormDialog>
  );
}
