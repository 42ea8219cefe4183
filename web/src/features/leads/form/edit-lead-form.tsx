import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { correctableFields, correctLead, editLead, type Lead } from '#contract/leads/leads.ts';
import { listOfferingsByType, type OfferingChoice } from '#contract/offerings.ts';
import { listActiveServiceCenters } from '#contract/service-centers.ts';
import {
  type LeadInput,
  leadInputs,
  useFieldText,
  useInputName,
} from '#web/features/leads/record/lead-fields.tsx';
import { useLeadChange } from '#web/features/leads/record/leads.queries.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { keyOf } from '#web/lib/api/query-keys.ts';
import { useDealer, useToday } from '#web/lib/dealer/dealer.queries.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { EditingNotice } from './editing-notice.tsx';
import { compareEdits } from './lead-conflict.ts';
import {
  changesOf,
  editDraftName,
  formValuesOf,
  type LeadFormInput,
  type LeadFormOutput,
  leadFormSchema,
  pickFields,
  textsOf,
} from './lead-form.ts';
import { LeadInputs } from './lead-inputs.tsx';
import { useLeadEditing } from './use-lead-editing.ts';

type EditLeadFormProps = {
  lead: Lead;
  isCorrection?: boolean;
  onClose: () => void;
};

export function EditLeadForm({ lead, isCorrection = false, onClose }: EditLeadFormProps) {
  const t = useTranslations('leads');
  const status = useTranslations('leadStatus');
  const inputName = useInputName();
  const { phoneCountry } = useDealer();
  const today = useToday();
  const save = useLeadChange<typeof correctLead | typeof editLead>(isCorrection ? correctLead : editLead);
  const fields = isCorrection ? correctableFields : leadInputs;

  const { form, before, dialog, notice } = useLeadEditing(
    lead,
    {
      draft: editDraftName(lead),
      valuesOf: (lead): LeadFormInput => formValuesOf(lead),
      resolver: (before) => zodResolver(leadFormSchema({ phoneCountry, today, before })),
      setOptions: { shouldValidate: true },
      compare(before, theirs, mine?: LeadFormOutput) {
        const old = formValuesOf(before);
        return compareEdits(fields, old, formValuesOf(theirs), mine ? textsOf(mine) : old);
      },
      pick: pickFields,
      bodyOn: (base, mine, taken) => changesOf(fields, textsOf({ ...mine, ...taken }), base),
      send: save.mutateAsync,
    },
    onClose,
  );
  const written = useWrittenField(notice.dispute?.theirs);

  return (
    <FormDialog
      {...dialog}
      title={isCorrection ? status('correctTitle') : t('update')}
      submit={isCorrection ? undefined : t('update')}
      notice={
        <EditingNotice
          {...notice}
          nameOf={inputName}
          writtenOf={(field, side, { mine, theirs }) =>
            written(field, (side === 'mine' ? mine : formValuesOf(theirs))[field] ?? '')
          }
        />
      }
    >
      <LeadInputs form={form} before={before} inputs={fields} />
    </FormDialog>
  );
}

function useWrittenField(theirs: Lead | undefined): (field: LeadInput, value: string) => string {
  const text = useFieldText();
  const client = useQueryClient();
  const { data } = useQuery({ ...endpointQuery(listActiveServiceCenters), enabled: theirs !== undefined });
  return (field, value) => {
    if (!value) return '';
    if (field === 'serviceCenter') {
      const centers = [...(theirs ? [theirs.serviceCenter] : []), ...(data?.serviceCenters ?? [])];
      return centers.find(({ _id }) => _id === value)?.name ?? value;
    }
    if (field === 'serviceOrCampaign') {
      if (theirs?.serviceOrCampaign?._id === value) return theirs.serviceOrCampaign.name;
      const lists = client.getQueriesData<OfferingChoice[]>({ queryKey: keyOf(listOfferingsByType) });
      return lists.flatMap(([, list]) => list ?? []).find(({ _id }) => _id === value)?.name ?? value;
    }
    return text(field, value as Lead[typeof field]);
  };
}
