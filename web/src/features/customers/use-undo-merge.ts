import { useTranslations } from 'use-intl';
import { type UndoneCustomerMerge, undoCustomerMerge } from '#contract/customer-merges.ts';
import { mutate } from '#web/lib/api/mutate.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { toast } from '#web/ui/feedback/toast.ts';

/** @returns what undoes a merge and says what stayed, or why it could not. */
export function useUndoCustomerMerge(): (id: string) => Promise<void> {
  const t = useTranslations('customers.merge');
  const errorText = useErrorText();
  const stayed = ({ customer: { name }, stayed: { fields, addresses }, leads }: UndoneCustomerMerge) => [
    ...fields.map((field) => t(`stayed.${field}`, { name })),
    ...(addresses > 0 ? [t('stayed.addresses', { count: addresses, name })] : []),
    ...(leads > 0 ? [t('stayed.leads', { count: leads })] : []),
  ];
  return async (id) => {
    try {
      const what = stayed(await mutate(undoCustomerMerge, { params: { id } })).join(' ');
      toast.success(what ? t('undoneBut', { what }) : t('undone'));
    } catch (error) {
      toast.error(errorText(error));
    }
  };
}
