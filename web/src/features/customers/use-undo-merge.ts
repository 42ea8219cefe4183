import { useTranslations } from 'use-intl';
import { type UndoneCustomerMerge, undoCustomerMerge } from '#contract/customer-merges.ts';
import { mutate } from '#web/lib/api/mutate.ts';
import { useToastedMutation } from '#web/ui/feedback/use-undoable.ts';

/** Makes a mutation whose `run` undoes the merge of an id and says what stayed, or why it could not. */
export function useUndoCustomerMerge() {
  const t = useTranslations('customers.merge');
  const stayed = ({ customer: { name }, stayed: { fields, addresses }, leads }: UndoneCustomerMerge) => [
    ...fields.map((field) => t(`stayed.${field}`, { name })),
    ...(addresses > 0 ? [t('stayed.addresses', { count: addresses, name })] : []),
    ...(leads > 0 ? [t('stayed.leads', { count: leads })] : []),
  ];
  return useToastedMutation({
    act: (id: string) => mutate(undoCustomerMerge, { params: { id } }),
    done(undone) {
      const what = stayed(undone).join(' ');
      return what ? t('undoneBut', { what }) : t('undone');
    },
  });
}
