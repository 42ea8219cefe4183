import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Employee } from '#contract/employees.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { CenterChoice } from './center-choice.tsx';
import { useSaveAssignment } from './use-save-assignment.ts';

/** Gives a service employee other centers; he stays what he is, and his open screens follow. */
export function CentersDialog({ employee, onClose }: { employee: Employee; onClose: () => void }) {
  const t = useTranslations('employees');
  const [present] = useState(employee.serviceCenter);
  const had = present.map(({ _id }) => _id);
  const [centers, setCenters] = useState(had);
  const { save, centerFault, centerList, clearFault, notice, isSaving, isSaved } = useSaveAssignment(
    employee,
    onClose,
  );
  const isChanged = centers.length !== had.length || centers.some((one) => !had.includes(one));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isChanged) void save({ to: 'service', serviceCenter: centers });
  };

  return (
    <FormDialog
      title={t('centersTitle', { name: employee.name })}
      submit={t('centersSubmit')}
      isDirty={!isSaved && isChanged}
      isSubmitting={isSaving}
      isSubmitDisabled={!isChanged}
      onSubmit={submit}
      onClose={onClose}
      notice={notice && <Notice>{notice}</Notice>}
    >
      <CenterChoice
        ref={centerList}
        present={present}
        value={centers}
        onChange={(chosen) => {
          setCenters(chosen);
          clearFault();
        }}
        error={centerFault}
        isFirst
      />
    </FormDialog>
  );
}
