import { useTranslations } from 'use-intl';
import { type Employee, editEmployee } from '#contract/employees.ts';
import { mutate } from '#web/lib/api/mutate.ts';
import { useToastedMutation } from '#web/ui/feedback/use-undoable.ts';

/**
 * Makes a mutation that activates an employee again and says so.
 *
 * @returns `reactivate` and `isBusy`.
 */
export function useReactivate(employee: Employee) {
  const t = useTranslations('employees');
  const { run, isPending } = useToastedMutation({
    act: () => mutate(editEmployee, { params: { id: employee._id }, body: { isActive: true } }),
    done({ name, level }) {
      const hasLostCenters = level === 'unassigned' && employee.level !== 'unassigned';
      return hasLostCenters ? t('reactivatedUnassigned', { name }) : t('reactivated', { name, level });
    },
  });
  return { reactivate: () => run(undefined), isBusy: isPending };
}
