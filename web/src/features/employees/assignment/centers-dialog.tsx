import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Employee } from '#contract/employees.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { useKeptState } from '#web/ui/form/use-kept-state.ts';
import { CenterChoice } from './center-choice.tsx';
import { useSaveAssignment } from './use-save-assignment.tsx';

export function CentersDialog({ employee, onClose }: { employee: Employee; onClose: () => void }) {
  const t = useTranslations('employees');
  const [present] = useState(employee.serviceCenter);
  const had = present.map(({ _id }) => _id);
  const [centers, setCenters, draft] = useKeptState(`centers:${employee._id}`, had);
  const { save, isSaved, dialog, centerChoice, clearFault } = useSaveAssignment(employee, onClose);
  const isChanged = centers.length !== had.length || centers.some((one) => !had.includes(one));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isChanged) void save({ to: 'service', serviceCenter: centers });
  };

  return (
    <FormDialog
      {...dialog}
      title={t('centersTitle', { name: employee.name })}
      submit={t('centersSubmit')}
      isDirty={!isSaved && isChanged}
      isSubmitDisabled={!isChanged}
      onSubmit={submit}
      draft={draft}
    >
      <CenterChoice
        {...centerChoice}
        present={present}
        value={centers}
        onChange={(chosen) => {
          setCenters(chosen);
          clearFault();
        }}
        isFirst
      />
    </FormDialog>
  );
}
