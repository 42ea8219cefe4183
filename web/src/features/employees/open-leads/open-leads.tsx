import { IconUserShare } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { countOpenLeads, type Employee } from '#contract/employees.ts';
import { startBulkChange } from '#contract/leads/lead-bulk.ts';
import classes from '#web/features/employees/employee-rows.module.css';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { mayCall } from '#web/lib/api/may-call.ts';
import { useSession } from '#web/lib/session/session.ts';
import { useDialogs } from '#web/lib/url/use-dialogs.ts';
import { IconButton } from '#web/ui/frame/buttons.tsx';

/** @returns how many open leads somebody has; undefined until it is known. */
export function useOpenLeadsOf(id: string): number | undefined {
  const { data } = useQuery(endpointQuery(countOpenLeads));
  return data && (data.advisors.find(({ _id }) => _id === id)?.openLeads ?? 0);
}

/** Links to the open leads of an employee at all centers. */
export function openLeadsLink(id: string) {
  return {
    to: '/main/manageMentLead/$status',
    params: { status: 'all' },
    // Named, so that the screen's center does not narrow the list.
    search: { advisor: id, open: 'true', serviceCenter: undefined },
  } as const satisfies LinkProps;
}

/** Shows how many open leads somebody has: the number opens them, the button beside it gives them to others. */
export function OpenLeads({ employee: { _id: id, name } }: { employee: Employee }) {
  const t = useTranslations('employees');
  const self = useSession();
  const { openDialog } = useDialogs();
  const count = useOpenLeadsOf(id);
  if (!count) return null;
  return (
    <>
      <Link {...openLeadsLink(id)} className={classes.count} aria-label={t('openLeadsOf', { name, count })}>
        {t('openCount', { count })}
      </Link>
      {mayCall(startBulkChange, self?.level) && (
        <IconButton
          label={t('reassignOf', { name })}
          icon={<IconUserShare size={17} stroke={1.75} />}
          onClick={() => openDialog('leads.reassign', id)}
        />
      )}
    </>
  );
}
