import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { type Employee, editEmployee } from '#contract/employees.ts';
import { mutate } from '#web/lib/api/mutate.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { toast } from '#web/ui/feedback/toast.ts';

export function useReactivate(employee: Employee) {
  const t = useTranslations('employees');
  const errorText = useErrorText();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: () => mutate(editEmployee, { params: { id: employee._id }, body: { isActive: true } }),
  });
  const reactivate = async () => {
    try {
      const { name, level } = await mutateAsync();
      const hasLostCenters = level === 'unassigned' && employee.level !== 'unassigned';
      toast.success(
        hasLostCenters ? t('reactivatedUnassigned', { name }) : t('reactivated', { name, level }),
      );
    } catch (error) {
      toast.error(errorText(error));
    }
  };
  return { reactivate, isBusy: isPending };
}
