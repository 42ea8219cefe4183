import { zodResolver } from '@hookform/resolvers/zod';
import { useTranslations } from 'use-intl';
import { correctableFields, type Lead } from '#contract/leads/leads.ts';
import { leadInputs, useInputName } from '#web/features/leads/record/lead-fields.tsx';
import { useCorrectLead, useEditLead } from '#web/features/leads/record/leads.queries.ts';
import { useDealer, useToday } from '#web/lib/session/dealer.ts';
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
import { useWrittenField } from './use-written-field.ts';

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
  const edit = useEditLead();
  const correct = useCorrectLead();
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
      send: isCorrection ? correct.mutateAsync : edit.mutateAsync,
    },
    onClose,
  );
  const written = useWrittenField(notice.dispute?.theirs);

  return (
    <FormDialog
      {...dialog}
      title={isCorrection ? status('correctTitle') : t('update')}
      submit={isCorrection ? status('save') : t('update')}
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
