import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import type { Connection } from '#contract/intake/connections.ts';
import { fetchEarlierMetaLeads, metaRetentionDays } from '#contract/intake/meta.ts';
import { listMetaForms } from '#contract/intake/meta-forms.ts';
import { addDays, calendarDate } from '#contract/text/dates.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { mutate } from '#web/lib/api/mutate.ts';
import { useToday } from '#web/lib/dealer/dealer.queries.ts';
import type { DialogProps } from '#web/ui/dialog/dialog-host.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { DateField } from '#web/ui/field/date-time-fields.tsx';
import { SelectField } from '#web/ui/field/fields.tsx';
import { useForm } from '#web/ui/form/use-form.tsx';
import { ConnectionRecord } from './connection-record.tsx';

type EarlierFormProps = { connection: Connection; onClose: () => void };

const earlierForm = z.object({ since: calendarDate, form: z.string() });
const usualDays = 7;

/** Asks Meta for leads that it never told of, such as those of before the connection. */
export function EarlierMetaLeadsDialog({ id, onClose }: DialogProps) {
  const t = useTranslations('intake.connections.earlier');
  return (
    <ConnectionRecord id={id} title={t('title')} fields={1} onClose={onClose}>
      {(connection) => <EarlierForm connection={connection} onClose={onClose} />}
    </ConnectionRecord>
  );
}

function EarlierForm({ connection, onClose }: EarlierFormProps) {
  const t = useTranslations('intake.connections.earlier');
  const reasons = useTranslations('intake.reasons');
  const unnamed = useTranslations('intake.connections.forms');
  const today = useToday();
  const forms = useQuery(endpointQuery(listMetaForms, { params: { id: connection._id } }));
  const { field, dialog } = useForm({
    schema: earlierForm,
    record: { since: addDays(today, -usualDays), form: '' },
    isNew: true,
    nameOf: (name) => t(name),
    async save({ since, form }) {
      const body = { since, ...(form && { form }) };
      const { found, failure } = await mutate(fetchEarlierMetaLeads, {
        params: { id: connection._id },
        body,
      });
      if (failure) toast.error(t('stopped', { found, why: reasons(failure) }));
      else toast.success(t('found', { found }));
    },
    onClose,
  });
  return (
    <FormDialog {...dialog} title={t('title')} submit={t('submit')}>
      <p className="quiet">{t('why', { days: metaRetentionDays })}</p>
      <DateField {...field('since')} today={today} yearless="last" data-autofocus />
      <SelectField
        {...field('form')}
        placeholder={t('allForms')}
        clearable
        isLoading={forms.isPending}
        data={(forms.data?.forms ?? []).map(({ _id, name }) => ({
          value: _id,
          label: name ?? unnamed('unnamed', { id: _id }),
        }))}
      />
    </FormDialog>
  );
}
