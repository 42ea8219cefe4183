import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import type { EndpointReply } from '#contract/call/endpoint.ts';
import { assignmentRules, editAssignmentRules, listAssignmentRules } from '#contract/intake/assignment.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { mutate } from '#web/lib/api/mutate.ts';
import type { DialogProps } from '#web/ui/dialog/dialog-host.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { RecordDialog } from '#web/ui/dialog/lazy-dialog.tsx';
import { SelectField } from '#web/ui/field/fields.tsx';
import { useForm } from '#web/ui/form/use-form.tsx';

type AssignmentFormProps = { chosen: EndpointReply<typeof listAssignmentRules>; onClose: () => void };

const assignmentForm = z.record(z.string(), z.enum(assignmentRules));

/** Sets, for each service center, who gets an enquiry that comes in by itself. */
export function AssignmentRuleDialog({ onClose }: DialogProps) {
  const t = useTranslations('intake.connections.assign');
  const query = useQuery(endpointQuery(listAssignmentRules));
  return (
    <RecordDialog query={query} title={t('title')} fields={6} onClose={onClose}>
      {(chosen) => <AssignmentRuleForm chosen={chosen} onClose={onClose} />}
    </RecordDialog>
  );
}

function AssignmentRuleForm({ chosen, onClose }: AssignmentFormProps) {
  const t = useTranslations('intake.connections.assign');
  const { centers } = chosen;
  const { form, dialog } = useForm({
    schema: assignmentForm,
    record: Object.fromEntries(
      centers.map(({ serviceCenter, assignment }) => [serviceCenter._id, assignment]),
    ),
    save: (values) =>
      mutate(editAssignmentRules, {
        body: {
          centers: Object.entries(values).map(([serviceCenter, assignment]) => ({
            serviceCenter,
            assignment,
          })),
        },
      }),
    saved: t('saved'),
    onClose,
  });
  return (
    <FormDialog {...dialog} title={t('title')}>
      <p className="quiet">{t('why')}</p>
      {centers.map(({ serviceCenter }, place) => (
        <SelectField
          key={serviceCenter._id}
          control={form.control}
          name={serviceCenter._id}
          data-autofocus={place === 0 || undefined}
          label={serviceCenter.name}
          data={assignmentRules.map((each) => ({ value: each, label: t(`choices.${each}`) }))}
        />
      ))}
    </FormDialog>
  );
}
