import { useRef, useState } from 'react';
import toast from 'react-hot-toast';
import { useTranslations } from 'use-intl';
import { messages } from '#contract/call/messages.ts';
import type { Employee } from '#contract/employees.ts';
import { type Assignment, useAssign } from '#web/features/employees/employees.queries.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { useContractText, useErrorText } from '#web/lib/i18n/use-texts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { notBeside } from '#web/ui/form/show-field-errors.ts';
import { leaveWithoutAsking } from '#web/ui/form/use-unsaved-guard.tsx';

/**
 * Saves a dialog's choice, toasts the outcome and closes the dialog.
 *
 * @returns `save`; `dialog` for the `FormDialog`; `centerChoice` for the `CenterChoice`, which shows a refusal; and
 *   `clearFault`.
 */
export function useSaveAssignment(employee: Employee, onClose: () => void) {
  const t = useTranslations('employees');
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
      toast.success(level === 'service' ? t('centerAssigned') : t('assigned', { name, level }));
      leaveWithoutAsking(onClose);
    } catch (error) {
      const shown = centerList.current ? ['serviceCenter'] : [];
      const fault = error instanceof ApiError ? error.fields.serviceCenter : undefined;
      if (fault && shown.length > 0) refuse(fault);
      const rest = notBeside(error, undefined, shown);
      if (rest) setNotice(errorText(rest));
      toast.error(t('notAssigned'));
    }
  };

  return {
    save,
    isSaved: assign.isSuccess,
    dialog: { isSubmitting: assign.isPending, onClose, notice: notice && <Notice>{notice}</Notice> },
    centerChoice: { ref: centerList, error: centerFault },
    clearFault: () => setCenterFault(undefined),
  };
}
