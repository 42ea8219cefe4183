import { useQueries } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { isOpenStatus } from '#contract/leads/lead-lists.ts';
import type { Lead } from '#contract/leads/leads.ts';
import {
  type LeadMergeChoice,
  type LeadMergeField,
  leadMergeFields,
  proposeKeptLead,
  proposeMergeFields,
} from '#contract/leads/merge-proposal.ts';
import { useFormatLeadField, useLeadFieldName } from '#web/features/leads/record/lead-fields.tsx';
import { leadQuery } from '#web/features/leads/record/leads.queries.ts';
import { useMayMergeLeads } from '#web/features/leads/record/may-change.ts';
import { usePanelSearch } from '#web/features/leads/record/panel-search.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { useContractText } from '#web/lib/i18n/use-texts.ts';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import type { DialogProps } from '#web/ui/dialog/dialog-host.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { RecordDialog } from '#web/ui/dialog/lazy-dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { useForm } from '#web/ui/form/use-form.tsx';
import { type ComparedField, getDialogWidth, SideBySide } from '#web/ui/merge/side-by-side.tsx';
import { useMergeLeads } from './use-merge-leads.ts';

/** Merges leads of one customer. A panel of one that was joined goes on with the one that was kept. */
export function MergeLeadsDialog({ id, onDone, onClose }: DialogProps) {
  const t = useTranslations('mergeLeads');
  const ids = [...new Set(id.split('.'))];
  const mayMerge = useMayMergeLeads();
  const { lead: shown } = usePanelSearch();
  const { forceReplace } = useListUrl();
  const queries = useQueries({ queries: ids.map((one) => leadQuery(one)) });
  const leads = queries.flatMap(({ data }) => data ?? []);
  const isRefused = !mayMerge || ids.length < 2;
  useEffect(() => {
    if (isRefused) onClose();
  }, [isRefused, onClose]);
  const query = {
    data: !isRefused && leads.length === ids.length ? leads : undefined,
    error: queries.find(({ error }) => error)?.error,
    refetch: () => Promise.all(queries.map(({ refetch }) => refetch())),
  };
  const goOn = ({ _id: kept }: Lead) => {
    onDone();
    if (shown && shown !== kept && ids.includes(shown)) forceReplace({ lead: kept, dialog: undefined });
    else onClose();
  };
  return (
    <RecordDialog query={query} title={t('title')} fields={6} onClose={onClose}>
      {(found) => <MergeLeadsForm leads={found} onMerged={goOn} onClose={onClose} />}
    </RecordDialog>
  );
}

type MergeLeadsFormProps = {
  leads: readonly Lead[];
  onMerged: (kept: Lead) => void;
  onClose: () => void;
};

const mergeForm = z.object({
  kept: z.string(),
  chosen: z.partialRecord(z.enum(leadMergeFields), z.string()),
});
type MergeValues = z.infer<typeof mergeForm>;

function MergeLeadsForm({ leads, onMerged, onClose }: MergeLeadsFormProps) {
  const t = useTranslations('mergeLeads');
  const merge = useMergeLeads();
  const merged = useRef<Lead>(undefined);
  const [start] = useState<MergeValues>(() => ({ kept: proposeKeptLead(leads)?._id ?? '', chosen: {} }));
  const { form, error, dialog } = useForm<MergeValues, MergeValues>({
    schema: mergeForm,
    record: start,
    isNew: true,
    async save({ kept }) {
      const body = { kept, fields, leads: leads.map(({ _id, version }) => ({ _id, version })) };
      merged.current = (await merge.mutateAsync(body)).lead;
    },
    others: leadMergeFields,
    onClose: () => (merged.current ? onMerged(merged.current) : onClose()),
  });
  const { kept, chosen } = form.watch();
  const faults = error instanceof ApiError ? error.fields : {};
  const { compared, fields } = useCompared(leads, { kept, chosen, faults });
  const whyNot = reasonAgainst(leads);
  return (
    <FormDialog
      {...dialog}
      title={t('title')}
      size={getDialogWidth(leads)}
      submit={t('submit', { count: leads.length })}
      isDirty={false}
      isSubmitDisabled={whyNot !== undefined}
    >
      {whyNot ? (
        <Notice tone="warning">{t(`whyNot.${whyNot}`)}</Notice>
      ) : (
        <p className="dimmed">{t('why')}</p>
      )}
      <SideBySide
        records={useRecords(leads)}
        fields={[
          {
            ...{ key: 'kept', label: t('kept'), values: leads.map(() => t('keep')) },
            ...{ chosen: kept, onChoose: (id: string) => form.setValue('kept', id) },
          },
          ...compared.map((field): ComparedField => {
            const onChoose = (id: string) => form.setValue('chosen', { ...chosen, [field.key]: id });
            return { ...field, onChoose };
          }),
        ]}
      />
    </FormDialog>
  );
}

// What the server would refuse, whatever is chosen.
function reasonAgainst(leads: readonly Lead[]): 'notOpen' | 'otherCustomers' | undefined {
  if (leads.some(({ isActive, status }) => !isActive || !isOpenStatus(status))) return 'notOpen';
  return new Set(leads.map(({ customer }) => customer)).size > 1 ? 'otherCustomers' : undefined;
}

function useRecords(leads: readonly Lead[]) {
  const statuses = useTranslations('leads.statuses');
  const formats = useFormats();
  return leads.map(({ _id, createdAt, status, serviceCenter }) => ({
    id: _id,
    title: formats.moment(createdAt),
    detail: `${statuses(status)}\u00a0· ${serviceCenter.name}`,
  }));
}

type Choosing = { kept: string; chosen: Partial<LeadMergeChoice>; faults: Record<string, string> };

function useCompared(leads: readonly Lead[], { kept, chosen, faults }: Choosing) {
  const ui = useTranslations('ui');
  const fieldName = useLeadFieldName();
  const contract = useContractText();
  const leadText = useFormatLeadField();
  const textOf = (lead: Lead, field: LeadMergeField) =>
    field === 'appointment'
      ? [leadText(lead, 'appointmentDate'), leadText(lead, 'appointmentTime')].filter(Boolean).join(', ')
      : leadText(lead, field);
  const isDayBooked = leads.some((lead) => lead.isDayBooked);
  const choice = { ...proposeMergeFields(leads, kept), ...chosen };
  const compared = leadMergeFields
    .map((field) => ({ field, texts: leads.map((lead) => textOf(lead, field)) }))
    .filter(({ texts }) => new Set(texts).size > 1)
    .map(({ field, texts }) => {
      const fault = faults[field];
      return {
        key: field,
        label: fieldName(field === 'appointment' ? 'appointmentDate' : field, isDayBooked),
        note: fault && <span className="danger">{contract(fault)}</span>,
        values: texts.map((text) => text || ui('empty')),
        chosen: choice[field],
      };
    });
  return { compared, fields: Object.fromEntries(compared.map(({ key, chosen }) => [key, chosen])) };
}
