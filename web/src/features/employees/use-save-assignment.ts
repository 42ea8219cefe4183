import { useRef, useState } from 'react';
import toast from 'react-hot-toast';
import { useTranslations } from 'use-intl';
import type { Employee } from '#contract/employees.ts';
import { messages } from '#contract/messages.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { useContractText, useErrorText } from '#web/lib/i18n/use-texts.ts';
import { leaveFreely } from '#web/ui/use-unsaved-guard.tsx';
import { type Assignment, useAssign } from './employees.queries.ts';

/**
 * Saves what a modal chose for an employee, says how it went and leaves the modal.
 *
 * @returns `save`; `centerFault`, to stand beside the centers, `centerList`, which takes the focus then, and `clearFault`;
 * `notice`, any other failure in a sentence.
 */
export function useSaveAssignment(employee: Employee, onClose: () => void) {
  const t = useTranslations('employees');
  const levelNames = useTranslations('frame.levels');
  const text = useContractText();
  const errorText = useErrorText();
  const [centerFault, setCenterFault] = useState<string>();
  const [notice, setNotice] = useState<string>();
  const centerList = useRef<HTMLFieldSetElement>(null);
  const assign = useAssign();

  const refuse = (message: string) => {
    setCenterFault(text(message));
    centerList.current?.focus();
  };
  const save = async (assignment: Assignment) => {
    if (assignment.to === 'service' && assignment.serviceCenter.length === 0)
      return refuse(messages.serviceCenterMissing);
    setNotice(undefined);
    try {
      const { name, level } = await assign.mutateAsync({ id: employee._id, assignment });
      toast.success(
        level === 'service' ? t('centerAssigned') : t('assigned', { name, level: levelNames(level) }),
      );
      leaveFreely(onClose);
    } catch (error) {
      const fault = error instanceof ApiError ? error.fields.serviceCenter : undefined;
      if (fault) refuse(fault);
      else setNotice(errorText(error));
      toast.error(t('notAssigned'));
    }
  };

  return {
    save,
    centerFault,
    centerList,
    clearFault: () => setCenterFault(undefined),
    notice,
    isSaving: assign.isPending,
    isSaved: assign.isSuccess,
  };
}
