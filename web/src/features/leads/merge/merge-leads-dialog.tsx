import { useQueries } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
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
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { RecordDialog } from '#web/ui/dialog/lazy-dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { FormFailure } from '#web/ui/form/refusals.tsx';
import { type ComparedField, getDialogWidth, SideBySide } from '#web/ui/merge/side-by-side.tsx';
import { useMergeLeads } from './use-merge-leads.ts';

type MergeLeadsDialogProps = {
  ids: readonly string[];
  onMerged: (kept: Lead) => void;
  onClose: () => void;
};

export function MergeLeadsDialog({ ids, ...props }: MergeLeadsDialogProps) {
  const t = useTranslations('mergeLeads');
  const queries = useQueries({ queries: ids.map((id) => leadQuery(id)) });
  const leads = queries.flatMap(({ data }) => data ?? []);
  const query = {
    data: leads.length === ids.length ? leads : undefined,
    error: queries.find(({ error }) => error)?.error,
    refetch: () => Promise.all(queries.map(({ refetch }) => refetch())),
  };
  return (
    <RecordDialog query={query} title={t('title')} fields={6} onClose={props.onClose}>
      {(leads) => <MergeLeadsForm {...props} leads={leads} />}
    </RecordDialog>
  );
}

type MergeLeadsFormProps = Omit<MergeLeadsDialogProps, 'ids'> & { leads: readonly Lead[] };

function MergeLeadsForm({ leads, onMerged, onClose }: MergeLeadsFormProps) {
  const t = useTranslations('mergeLeads');
  const [kept, setKept] = useState(proposeKeptLead(leads)?._id ?? '');
  const [chosen, setChosen] = useState<Partial<LeadMergeChoice>>({});
  const merge = useMergeLeads();
  const faults = merge.error instanceof ApiError ? merge.error.fields : {};
  const { compared, fields } = useCompared(leads, { kept, chosen, faults });
  const whyNot = reasonAgainst(leads);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (whyNot || merge.isPending) return;
    const body = { kept, fields, leads: leads.map(({ _id, version }) => ({ _id, version })) };
    merge.mutate(body, { onSuccess: ({ lead }) => onMerged(lead) });
  };
  return (
    <FormDialog
      title={t('title')}
      size={getDialogWidth(leads)}
      submit={t('submit', { count: leads.length })}
      isDirty={false}
      isSubmitting={merge.isPending}
      isSubmitDisabled={whyNot !== undefined}
      failure={<FormFailure error={merge.error} others={Object.keys(fields)} />}
      onSubmit={submit}
      onClose={onClose}
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
            ...{ chosen: kept, onChoose: setKept },
          },
          ...compared.map((field): ComparedField => {
            const onChoose = (id: string) => setChosen((all) => ({ ...all, [field.key]: id }));
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

/** The dialog of the URL's `mergeLeads`, on whatever screen. @param ids between commas. */
export function MergeLeadsHost({ ids: given }: { ids: string }) {
  const ids = [...new Set(given.split(','))];
  const { lead } = usePanelSearch();
  const { close, forceReplace: replaceUnguarded } = useListUrl();
  if (!useMayMergeLeads()) return null;
  const leave = () => close('mergeLeads');
  return (
    <MergeLeadsDialog
      key={given}
      ids={ids}
      // A panel of one that was joined goes on with the one that was kept.
      onMerged={({ _id }) =>
        lead && lead !== _id && ids.includes(lead)
          ? replaceUnguarded({ lead: _id, mergeLeads: undefined })
          : leave()
      }
      onClose={leave}
    />
  );
}
