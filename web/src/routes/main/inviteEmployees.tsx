import { IconMailForward, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { defaultPageSize } from '#contract/business.ts';
import { countPages } from '#contract/call/paging.ts';
import {
  deleteInvite,
  type EmployeeInvite,
  type InviteState,
  inviteStates,
  listInvites,
  resendInvite,
  type SentInvite,
} from '#contract/invites.ts';
import { CenterChoice } from '#web/features/employees/assignment/center-choice.tsx';
import { EmployeeTabs } from '#web/features/employees/employee-tabs.tsx';
import { InviteForm } from '#web/features/invites/invite-form.tsx';
import { SentInviteLink } from '#web/features/invites/sent-link.tsx';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { mutate } from '#web/lib/api/mutate.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { listSearch, listUrlOptions } from '#web/lib/url/list-search.ts';
import { confirm } from '#web/ui/dialog/confirm.ts';
import { StatusDot } from '#web/ui/feedback/status-dot.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { FilterBar, searchFilter, segmentFilter } from '#web/ui/filter/filters.tsx';
import { Page } from '#web/ui/frame/page.tsx';
import { RecordList } from '#web/ui/list/list-screen.tsx';
import { EmptyState } from '#web/ui/list/list-states.tsx';
import cells from '#web/ui/rows/record-cells.module.css';
import { CardHead, RowAction, RowActions, RowText } from '#web/ui/rows/row-parts.tsx';

const invitesSearch = listSearch.extend({
  state: z
    .enum(['all', ...inviteStates])
    .default('all')
    .catch('all'),
});

export const Route = createFileRoute('/main/inviteEmployees')({
  ...listUrlOptions(invitesSearch),
  loader: ({ context }) => void context.queryClient.prefetchQuery(endpointQuery(listInvites)),
  component: InviteEmployees,
});

const colors: Record<InviteState, string> = {
  pending: 'pending',
  accepted: 'completed',
  expired: 'lostCustomer',
};

function InviteEmployees() {
  const url = Route.useSearch();
  const t = useTranslations('invites');
  const ui = useTranslations('ui');
  const levelNames = useTranslations('frame.levels');
  const errorText = useErrorText();
  const formats = useFormats();
  const list = useQuery({
    ...endpointQuery(listInvites),
    select: ({ employeeInvites }) => pageOf(employeeInvites, url),
  });
  const [sent, setSent] = useState<SentInvite>();
  const resend = useMutation({
    mutationFn: ({ _id: id }: EmployeeInvite) => mutate(resendInvite, { params: { id } }),
  });

  const mailAgain = async (invite: EmployeeInvite) => {
    try {
      setSent(await resend.mutateAsync(invite));
      toast.success(t('resent', { email: invite.email }));
    } catch (error) {
      toast.error(errorText(error));
    }
  };
  const askToDelete = ({ _id: id, email }: EmployeeInvite) =>
    confirm({
      title: t('confirmTitle'),
      text: t('confirmText'),
      confirm: t('confirm'),
      isDestructive: true,
      act: () => mutate(deleteInvite, { params: { id } }),
      done: () => t('deleted', { email }),
      onDone: () => setSent((shown) => (shown?._id === id ? undefined : shown)),
    });
  const day = (instant: string) => formats.day(instant);
  const email = (invite: EmployeeInvite) => <RowText>{invite.email}</RowText>;
  const state = (invite: EmployeeInvite) => (
    <StatusDot status={colors[invite.state]}>{t(`states.${invite.state}`)}</StatusDot>
  );
  const level = ({ level, serviceCenter }: EmployeeInvite) => {
    if (serviceCenter.length === 0) return levelNames(level);
    const centers = serviceCenter.map(({ name }) => name).join(', ');
    return t('atCenters', { level: levelNames(level), centers });
  };
  const until = (invite: EmployeeInvite) =>
    invite.state === 'accepted' ? ui('none') : day(invite.expiresAt);
  const actions = (invite: EmployeeInvite) => (
    <RowActions>
      {invite.state !== 'accepted' && (
        <RowAction
          icon={IconMailForward}
          label={t('resendOf', { email: invite.email })}
          isBusy={resend.isPending && resend.variables._id === invite._id}
          onClick={() => void mailAgain(invite)}
        />
      )}
      <RowAction
        icon={IconTrash}
        label={t('deleteOf', { email: invite.email })}
        onClick={() => askToDelete(invite)}
      />
    </RowActions>
  );
  const filters = [
    searchFilter(url.search, t('searchHint')),
    segmentFilter({
      name: 'state',
      label: t('state'),
      value: url.state,
      options: (['all', ...inviteStates] as const).map((one) => ({
        value: one,
        label: one === 'all' ? t('all') : t(`states.${one}`),
      })),
    }),
  ];
  return (
    <Page title={t('title')} total={list.data?.total} tabs={<EmployeeTabs />}>
      <InviteForm onInvited={setSent} CenterChoice={CenterChoice} />
      {sent && <SentInviteLink key={sent.link} invite={sent} onHide={() => setSent(undefined)} />}
      <FilterBar filters={filters} />
      <RecordList
        label={t('title')}
        filters={filters}
        list={list}
        page={url.page}
        columns={[
          { key: 'email', header: t('columns.email'), cell: email },
          {
            key: 'level',
            header: t('columns.level'),
            width: '22%',
            cell: (invite) => <span title={level(invite)}>{level(invite)}</span>,
          },
          { key: 'state', header: t('columns.state'), width: '108px', cell: state },
          {
            key: 'invitedBy',
            header: t('columns.invitedBy'),
            width: '14%',
            cell: ({ invitedBy }) => invitedBy.name,
          },
          {
            key: 'createdAt',
            header: t('columns.createdAt'),
            width: '116px',
            cell: ({ createdAt }) => day(createdAt),
          },
          { key: 'expiresAt', header: t('columns.expiresAt'), width: '116px', cell: until },
          { key: 'actions', header: ui('actions'), width: '96px', align: 'end', cell: actions },
        ]}
        card={(invite) => (
          <>
            <CardHead>
              {email(invite)}
              {actions(invite)}
            </CardHead>
            <div className={cells.line}>
              {state(invite)}
              {invite.state !== 'accepted' && (
                <span className="quiet">{t('until', { day: until(invite) })}</span>
              )}
            </div>
            <div className="quiet">{level(invite)}</div>
            <div className="quiet">
              {t('by', { name: invite.invitedBy.name, day: day(invite.createdAt) })}
            </div>
          </>
        )}
        empty={<EmptyState why={t('emptyWhy')} />}
      />
    </Page>
  );
}

function pageOf(invites: EmployeeInvite[], { search, state, page }: z.output<typeof invitesSearch>) {
  const wanted = search.toLowerCase();
  const matching = invites.filter(
    (invite) => invite.email.includes(wanted) && (state === 'all' || invite.state === state),
  );
  const rows = matching.slice((page - 1) * defaultPageSize, page * defaultPageSize);
  return { rows, total: matching.length, totalPages: countPages(matching.length, defaultPageSize) };
}
