import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { type CustomerMerge, listCustomerMerges } from '#contract/customer-merges.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import classes from './customer-dialog.module.css';
import { useUndoCustomerMerge } from './use-undo-merge.ts';

/** Lists the merges that a customer came of, each with Undo while that is possible; nothing without any. */
export function CustomerMergeHistory({ customer }: { customer: string }) {
  const t = useTranslations('customers.merge');
  const { data } = useQuery(endpointQuery(listCustomerMerges, { params: { id: customer } }));
  if (!data || data.merges.length === 0) return null;
  return (
    <div>
      <dt>{t('history')}</dt>
      {data.merges.map((merge) => (
        <Merge key={merge._id} merge={merge} />
      ))}
    </div>
  );
}

function Merge({ merge: { _id, at, by, customers, undoUntil } }: { merge: CustomerMerge }) {
  const t = useTranslations('customers.merge');
  const formats = useFormats();
  const undo = useUndoCustomerMerge();
  const names = formats.all(customers.map(({ name, mobile }) => `${name} (${mobile})`));
  return (
    <dd className={classes.suggestion}>
      <p>{t('was', { customers: names, by: by.name, date: formats.moment(at) })}</p>
      {undoUntil && (
        <button
          type="button"
          className={classes.decide}
          aria-label={t('undoOf', { customers: names })}
          title={t('undoUntil', { date: formats.moment(undoUntil) })}
          disabled={undo.isPending}
          onClick={() => void undo.run(_id)}
        >
          {t('undo')}
        </button>
      )}
    </dd>
  );
}
