import { useTranslations } from 'use-intl';
import { z } from 'zod';
import type { EndpointReply } from '#contract/call/endpoint.ts';
import {
  assignmentRules,
  editAssignmentRules,
  type listAssignmentRules,
} from '#contract/intake/assignment.ts';
import { mutate } from '#web/lib/api/mutate.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { SelectField } from '#web/ui/field/fields.tsx';
import { useForm } from '#web/ui/form/use-form.tsx';

type AssignmentDialogProps = { chosen: EndpointReply<typeof listAssignmentRules>; onClose: () => void };

const assignmentForm = z.record(z.string(), z.enum(assignmentRules));

export function AssignmentRuleDialog({ chosen, onClose }: AssignmentDialogProps) {
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
