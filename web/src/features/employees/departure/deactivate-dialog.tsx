import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { type Employee, editEmployee } from '#contract/employees.ts';
import { mayChangeEmployee } from '#web/features/employees/assignment/may-assign.ts';
import { EmployeeRecord } from '#web/features/employees/employee-record.tsx';
import { openLeadsLink, useOpenLeadsOf } from '#web/features/employees/open-leads/open-leads.tsx';
import { mutate } from '#web/lib/api/mutate.ts';
import { useSession } from '#web/lib/session/session.ts';
import { useDialogs } from '#web/lib/url/use-dialogs.ts';
import type { DialogProps } from '#web/ui/dialog/dialog-host.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { useUndoOffer } from '#web/ui/feedback/use-undoable.ts';
import { useForm } from '#web/ui/form/use-form.tsx';
import { useReactivate } from './use-reactivate.ts';

/** Asks before an employee is deactivated, and then opens the dialog that gives their open leads, if any, to others. */
export function DeactivateDialog({ id, onClose }: DialogProps) {
  const t = useTranslations('employees');
  const self = useSession();
  return (
    <EmployeeRecord
      id={id}
      title={t('deactivate')}
      fields={1}
      isAllowed={(employee) => employee.isActive && mayChangeEmployee(self, employee)}
      onClose={onClose}
    >
      {(employee) => <DeactivateForm employee={employee} onClose={onClose} />}
    </EmployeeRecord>
  );
}

const departureForm = z.object({});

function DeactivateForm({ employee, onClose }: { employee: Employee; onClose: () => void }) {
  const t = useTranslations('employees');
  const { replaceDialog } = useDialogs();
  const { reactivate } = useReactivate(employee);
  const { _id: id, name } = employee;
  const count = useOpenLeadsOf(id);
  const isDone = useRef(false);
  const offerToUndo = useUndoOffer({
    done: () => t('deactivated', { name }),
    line: () => t('deactivatedLine', { name }),
    undo: reactivate,
  });
  const { dialog } = useForm<z.input<typeof departureForm>, z.output<typeof departureForm>>({
    schema: departureForm,
    record: {},
    isNew: true,
    async save() {
      await mutate(editEmployee, { params: { id }, body: { isActive: false } });
      isDone.current = true;
      offerToUndo(undefined);
    },
    onClose: () => (isDone.current && count ? replaceDialog('leads.reassign', id) : onClose()),
  });
  return (
    <FormDialog {...dialog} title={t('deactivateTitle', { name })} submit={t('deactivate')} isDestructive>
      <p>{t('deactivateText')}</p>
      {count !== undefined && (
        <p>
          {count > 0 ? (
            <Link {...openLeadsLink(id)}>{t('openLeads', { name, count })}</Link>
          ) : (
            t('openLeads', { name, count })
          )}
        </p>
      )}
      {count !== undefined && count > 0 && <p className="dimmed">{t('reassignNext')}</p>}
    </FormDialog>
  );
}
