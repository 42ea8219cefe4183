import { IconMailForward, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { pageSize } from '#contract/business.ts';
import type { EmployeeInvite, InviteState } from '#contract/invites.ts';
import { useDealer } from '#web/lib/dealer.ts';
import { formatDay } from '#web/lib/format.ts';
import { type Column, DataList, rowFocus } from '#web/ui/data-list.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { StatusDot } from '#web/ui/status-dot.tsx';
import classes from './invites-table.module.css';

/** Each state in the colour of the status that is nearest to it. */
const colors: Record<InviteState, string> = {
  pending: 'pending',
  accepted: 'completed',
  expired: 'lostCustomer',
};

type InvitesTableProps = {
  /** Undefined while they load. */
  invites: EmployeeInvite[] | undefined;
  /** What stands in the list's place when there are no rows. */
  instead: ReactNode;
  /** The id of the invitation that is being mailed again. */
  resending: string | undefined;
  onResend: (invite: EmployeeInvite) => void;
  onDelete: (invite: EmployeeInvite) => void;
};

/** Invitations with what became of them. */
export function InvitesTable({ invites, instead, resending, onResend, onDelete }: InvitesTableProps) {
  const t = useTranslations('invites');
  const ui = useTranslations('ui');
  const locale = useLocale();
  const { timeZone } = useDealer();
  const day = (instant: string) => formatDay(instant, timeZone, locale);

  const email = (invite: EmployeeInvite) => (
    <span className={classes.email} tabIndex={-1} {...rowFocus}>
      {invite.email}
    </span>
  );
  const state = (invite: EmployeeInvite) => (
    <StatusDot status={colors[invite.state]}>{t(`states.${invite.state}`)}</StatusDot>
  );
  const actions = (invite: EmployeeInvite) => (
    <span className={classes.actions}>
      {invite.state !== 'accepted' && (
        <IconButton
          label={t('resendOf', { email: invite.email })}
          icon={<IconMailForward size={17} stroke={1.75} />}
          loading={resending === invite._id}
          onClick={() => onResend(invite)}
        />
      )}
      <IconButton
        label={t('deleteOf', { email: invite.email })}
        icon={<IconTrash size={17} stroke={1.75} />}
        onClick={() => onDelete(invite)}
      />
    </span>
  );
  const until = (invite: EmployeeInvite) =>
    invite.state === 'accepted' ? ui('none') : day(invite.expiresAt);
  const columns: Column<EmployeeInvite>[] = [
    { key: 'email', header: t('columns.email'), cell: email },
    { key: 'state', header: t('columns.state'), width: '128px', cell: state },
    {
      key: 'invitedBy',
      header: t('columns.invitedBy'),
      width: '22%',
      cell: ({ invitedBy }) => invitedBy.name,
    },
    {
      key: 'createdAt',
      header: t('columns.createdAt'),
      width: '128px',
      cell: ({ createdAt }) => day(createdAt),
    },
    { key: 'expiresAt', header: t('columns.expiresAt'), width: '128px', cell: until },
    { key: 'actions', header: ui('actions'), width: '96px', align: 'end', cell: actions },
  ];

  return (
    <DataList
      label={t('title')}
      columns={columns}
      rows={invites}
      rowKey={({ _id }) => _id}
      pageSize={pageSize}
      card={(invite) => (
        <>
          <div className={classes.head}>
            {email(invite)}
            {actions(invite)}
          </div>
          <div className={classes.line}>
            {state(invite)}
            {invite.state !== 'accepted' && (
              <span className={classes.quiet}>{t('until', { day: until(invite) })}</span>
            )}
          </div>
          <div className={classes.quiet}>
            {t('by', { name: invite.invitedBy.name, day: day(invite.createdAt) })}
          </div>
        </>
      )}
      instead={instead}
    />
  );
}
