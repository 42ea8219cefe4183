import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import toast from 'react-hot-toast';
import { useTranslations } from 'use-intl';
import { pageSize } from '#contract/business.ts';
import { type EmployeeInvite, inviteStates, type SentInvite } from '#contract/invites.ts';
import { pagesFor } from '#contract/paging.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { invitesQuery } from '#web/lib/invites.ts';
import { useListUrl } from '#web/lib/use-list-url.ts';
import { usePageEnd } from '#web/lib/use-page-end.ts';
import { EmptyState, LoadFailed, NoMatch } from '#web/ui/list-states.tsx';
import { Page } from '#web/ui/page.tsx';
import { PageBar } from '#web/ui/page-bar.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { Segments } from '#web/ui/segments.tsx';
import { InviteForm } from './invite-form.tsx';
import { useInviteCalls } from './invites.queries.ts';
import classes from './invites-page.module.css';
import { type InvitesSearch, invitesDefaults } from './invites-search.ts';
import { InvitesTable } from './invites-table.tsx';
import { SentLink } from './sent-link.tsx';

const DeleteInviteDialog = lazy(() =>
  import('./delete-invite-dialog.tsx').then((module) => ({ default: module.DeleteInviteDialog })),
);

/** Invites employees by e-mail and shows what became of each invitation. `tabs` lead to the other lists of people. */
export function InvitesPage({ search: shown, tabs }: { search: InvitesSearch; tabs: ReactNode }) {
  const t = useTranslations('invites');
  const errorText = useErrorText();
  const { search, state, page } = shown;
  const { narrow } = useListUrl();
  const list = useQuery(invitesQuery);
  const [sent, setSent] = useState<SentInvite>();
  const [deleting, setDeleting] = useState<EmployeeInvite>();
  const { resend } = useInviteCalls();

  const wanted = search.toLowerCase();
  const matching = list.data?.filter(
    (invite) => invite.email.includes(wanted) && (state === 'all' || invite.state === state),
  );
  const rows = matching?.slice((page - 1) * pageSize, page * pageSize);
  const totalPages = matching && pagesFor(matching.length, pageSize);
  const turn = useCallback((to: number) => narrow({ page: to }), [narrow]);
  const isPastEnd = usePageEnd({ page, totalPages, rows, isPlaceholder: false }, turn);
  const isNarrowed = search !== '' || state !== 'all';

  const mailAgain = async (invite: EmployeeInvite) => {
    try {
      setSent(await resend.mutateAsync(invite));
      toast.success(t('resent', { email: invite.email }));
    } catch (error) {
      toast.error(errorText(error));
    }
  };

  return (
    <Page title={t('title')} total={matching?.length} tabs={tabs}>
      <InviteForm onInvited={setSent} />
      {sent && <SentLink key={sent.link} invite={sent} onHide={() => setSent(undefined)} />}
      <div className={classes.filters}>
        <SearchBox
          value={search}
          onSearch={(text) => narrow({ search: text })}
          placeholder={t('searchHint')}
        />
        <Segments
          label={t('state')}
          value={state}
          onChange={(chosen) => narrow({ state: chosen })}
          options={[
            { value: 'all', label: t('all') },
            ...inviteStates.map((one) => ({ value: one, label: t(`states.${one}`) })),
          ]}
        />
      </div>
      <InvitesTable
        invites={isPastEnd ? undefined : rows}
        resending={resend.isPending ? resend.variables._id : undefined}
        onResend={(invite) => void mailAgain(invite)}
        onDelete={setDeleting}
        instead={
          list.error && !list.data ? (
            <LoadFailed error={list.error} onRetry={() => void list.refetch()} />
          ) : rows?.length === 0 && !isPastEnd ? (
            isNarrowed ? (
              <NoMatch onClear={() => narrow(invitesDefaults)} />
            ) : (
              <EmptyState title={t('empty')} why={t('emptyWhy')} />
            )
          ) : undefined
        }
      />
      {matching && totalPages !== undefined && (
        <PageBar page={page} totalPages={totalPages} totalRows={matching.length} onPage={turn} />
      )}
      <Suspense>
        {deleting && (
          <DeleteInviteDialog
            invite={deleting}
            onClose={() => setDeleting(undefined)}
            onDeleted={() => setSent((shown) => (shown?._id === deleting._id ? undefined : shown))}
          />
        )}
      </Suspense>
    </Page>
  );
}
