import toast from 'react-hot-toast';
import { useTranslations } from 'use-intl';
import type { Employee } from '#contract/employees.ts';
import { useDeparture } from '#web/features/employees/employees.queries.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';

export function useReactivate(employee: Employee) {
  const t = useTranslations('employees');
  const errorText = useErrorText();
  const { setActive } = useDeparture(employee);
  const reactivate = async () => {
    try {
      const { name, level } = await setActive.mutateAsync(true);
      const hasLostCenters = level === 'unassigned' && employee.level !== 'unassigned';
      toast.success(
        hasLostCenters ? t('reactivatedUnassigned', { name }) : t('reactivated', { name, level }),
      );
    } catch (error) {
      toast.error(errorText(error));
    }
  };
  return { reactivate, isBusy: setActive.isPending };
}
