import { IconCalendarOff } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import type { Employee } from '#contract/employees.ts';
import classes from '#web/features/employees/employee-rows.module.css';
import { useToday } from '#web/lib/dealer/dealer.queries.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { useSession } from '#web/lib/session/session.ts';
import { useDialogs } from '#web/lib/url/use-dialogs.ts';
import { IconButton } from '#web/ui/frame/buttons.tsx';
import { maySetAway } from './may-set-away.ts';

/** Sets until when somebody is away, for whoever may. */
export function AwayButton({ employee }: { employee: Employee }) {
  const t = useTranslations('employees');
  const formats = useFormats();
  const today = useToday();
  const self = useSession();
  const { openDialog } = useDialogs();
  const { _id: id, name, awayUntil } = employee;
  const date = awayUntil && formats.nearDate(awayUntil, today);
  const open = () => openDialog('employee.away', id);
  if (!maySetAway(self, employee)) return null;
  return (
    <IconButton
      label={date ? t('changeAwayOf', { name, date }) : t('setAwayOf', { name })}
      icon={<IconCalendarOff size={17} stroke={1.75} />}
      onClick={open}
    />
  );
}

/** Says until when an employee is away; nothing for somebody who is here. */
export function AwayUntil({ employee: { awayUntil } }: { employee: Employee }) {
  const t = useTranslations('employees');
  const formats = useFormats();
  const today = useToday();
  if (!awayUntil) return null;
  return <span className={classes.away}>{t('awayUntil', { date: formats.nearDate(awayUntil, today) })}</span>;
}
