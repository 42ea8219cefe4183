import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import type { Employee } from '#contract/employees.ts';
import classes from './departure.module.css';

/** To the list of the leads that somebody advises. */
export function AdvisedLink({ employee: { _id, name } }: { employee: Employee }) {
  const t = useTranslations('employees');
  return (
    <Link
      className={classes.advised}
      to="/main/manageMentLead/$status"
      params={{ status: 'all' }}
      // Named, so that the screen's center does not narrow the list.
      search={{ advisor: _id, serviceCenter: undefined }}
    >
      {t('advisedLeads', { name })}
    </Link>
  );
}
