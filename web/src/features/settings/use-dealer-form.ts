import type { FieldValues } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import type { ZodType } from 'zod';
import { type Dealer, type EditDealerBody, editDealer, getDealer } from '#contract/dealer.ts';
import { mutateIntoCache } from '#web/lib/api/mutate.ts';
import { useDealer } from '#web/lib/dealer/dealer.queries.ts';
import { useForm } from '#web/ui/form/use-form.tsx';

type DealerForm<Values, Output> = {
  schema: ZodType<Output, Values>;
  pick: (dealer: Dealer) => Values;
  draft: string;
};

/** Makes a form of some of the dealer's settings, for a `SettingsForm`. */
export function useDealerForm<Values extends FieldValues, Output extends EditDealerBody>({
  schema,
  pick,
  draft,
}: DealerForm<Values, Output>) {
  const t = useTranslations('settings');
  return useForm<Values, Output>({
    schema,
    record: pick(useDealer()),
    draft,
    save: async (body, { show }) => show(pick(await mutateIntoCache(editDealer, { body }, getDealer))),
    saved: t('saved'),
  });
}
