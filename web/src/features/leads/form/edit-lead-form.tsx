import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { correctableFields, correctLead, editLead, type Lead } from '#contract/leads/leads.ts';
import { listOfferingsByType, type OfferingChoice } from '#contract/offerings.ts';
import { listActiveServiceCenters } from '#contract/service-centers.ts';
import {
  type LeadInputField,
  leadInputFields,
  useFormatLeadValue,
  useLeadInputName,
} from '#web/features/leads/record/lead-fields.tsx';
import { useLeadMutation } from '#web/features/leads/record/leads.queries.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { queryKeyOf } from '#web/lib/api/query-keys.ts';
import { useDealer, useToday } from '#web/lib/dealer/dealer.queries.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { EditingNotice } from './editing-notice.tsx';
import { compareEdits } from './lead-conflict.ts';
import {
  collectChanges,
  fillFieldTexts,
  getEditDraftName,
  type LeadFormInput,
  type LeadFormOutput,
  leadFormSchema,
  pickLeadFields,
  toLeadFormValues,
} from './lead-form.ts';
import { LeadInputs } from './lead-inputs.tsx';
import { useLeadEditing } from './use-lead-editing.ts';

type EditLeadFormProps = {
  lead: Lead;
  isCorrection?: boolean;
  onClose: () => void;
};

/** The form of the Update Lead dialog. `isCorrection`: only the fields that can be corrected, by the call for that. */
export function EditLeadForm({ lead, isCorrection = false, onClose }: EditLeadFormProps) {
  const t = useTranslations('leads');
  const status = useTranslations('leadStatus');
  const inputName = useLeadInputName();
  const { phoneCountry } = useDealer();
  const today = useToday();
  const save = useLeadMutation<typeof correctLead | typeof editLead>(isCorrection ? correctLead : editLead);
  const fields = isCorrection ? correctableFields : leadInputFields;

  const { form, before, dialog, notice } = useLeadEditing(
    lead,
    {
      draft: getEditDraftName(lead),
      valuesOf: (lead): LeadFormInput => toLeadFormValues(lead),
      resolver: (before) => zodResolver(leadFormSchema({ phoneCountry, today, before })),
      setOptions: { shouldValidate: true },
      compare(before, theirs, mine?: LeadFormOutput) {
        const old = toLeadFormValues(before);
        return compareEdits(fields, old, toLeadFormValues(theirs), mine ? fillFieldTexts(mine) : old);
      },
      pick: pickLeadFields,
      bodyOn: (base, mine, taken) => collectChanges(fields, fillFieldTexts({ ...mine, ...taken }), base),
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
            written(field, (side === 'mine' ? mine : toLeadFormValues(theirs))[field] ?? '')
          }
        />
      }
    >
      <LeadInputs form={form} before={before} inputs={fields} />
    </FormDialog>
  );
}

function useWrittenField(theirs: Lead | undefined): (field: LeadInputField, value: string) => string {
  const text = useFormatLeadValue();
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
      const lists = client.getQueriesData<OfferingChoice[]>({ queryKey: queryKeyOf(listOfferingsByType) });
      return lists.flatMap(([, list]) => list ?? []).find(({ _id }) => _id === value)?.name ?? value;
    }
    return text(field, value as Lead[typeof field]);
  };
}
