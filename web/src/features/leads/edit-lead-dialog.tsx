import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { Dialog } from '#web/ui/dialog.tsx';
import grid from '#web/ui/form-grid.module.css';
import { LoadFailed } from '#web/ui/list-states.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import classes from './edit-lead-dialog.module.css';
import { EditLeadForm } from './edit-lead-form.tsx';
import { leadQuery } from './leads.queries.ts';

/** The Update Lead modal of the lead with this id, wherever the id came from: a row, a shared link, the way back. */
export function EditLeadDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTranslations('leads');
  const { data: lead, error, refetch } = useQuery(leadQuery(id));
  if (lead) return <EditLeadForm lead={lead} onClose={onClose} />;
  return (
    <Dialog isTall title={t('update')} size={640} onClose={onClose}>
      {error ? (
        <div className={classes.failed}>
          <LoadFailed error={error} onRetry={() => void refetch()} />
        </div>
      ) : (
        <div className={grid.grid} aria-busy>
          {[0, 1, 2, 3, 4, 5].map((field) => (
            <Skeleton key={field} width="100%" height={56} />
          ))}
        </div>
      )}
    </Dialog>
  );
}
