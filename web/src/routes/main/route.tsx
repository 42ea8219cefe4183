import { IconBellX } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { createFileRoute, Outlet, redirect, retainSearchParams, useLocation } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { countDuplicates } from '#contract/duplicates.ts';
import { summariseIntake } from '#contract/intake/summary.ts';
import { countLeadsByStatus } from '#contract/leads/leads.ts';
import { assignedLevels, isManagement } from '#contract/levels.ts';
import { listOwnServiceCenters } from '#contract/service-centers.ts';
import { accountQuery } from '#web/features/frame/account/account.queries.ts';
import { MainFrame } from '#web/features/frame/main-frame.tsx';
import { CenterSelect } from '#web/features/frame/menu/center-select.tsx';
import { getHomePath, listScreenPaths, mayOpenScreen } from '#web/features/frame/menu/screens.ts';
import { usePrefetchScreens } from '#web/features/frame/menu/use-fetch-ahead.ts';
import { useLiveUpdates } from '#web/features/frame/use-live.ts';
import { FollowedBulkChanges } from '#web/features/leads/bulk/followed-progress.tsx';
import { FindBox, FindButton } from '#web/features/leads/find/find-box.tsx';
import { requestedPhone } from '#web/features/leads/find/find-state.ts';
import { linkFilterNames } from '#web/features/leads/lists/management-search.ts';
import { toStatusCounts } from '#web/features/leads/record/leads.queries.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { mayCall } from '#web/lib/api/may-call.ts';
import { usePlaceQuestion } from '#web/lib/bookings/place-question.ts';
import { session, useSession } from '#web/lib/session/session.ts';
import { dialogSearch } from '#web/lib/url/dialog-search.ts';
import { recordId, redirectToReadableUrl } from '#web/lib/url/list-search.ts';
import { useDialogs } from '#web/lib/url/use-dialogs.ts';
import { selectedCenter, useListUrl } from '#web/lib/url/use-list-url.ts';
import { dismissQuestion, usePendingQuestion } from '#web/ui/dialog/confirm.ts';
import { dialogFallback, lazyDialog } from '#web/ui/dialog/lazy-dialog.tsx';
import { IconButton } from '#web/ui/frame/buttons.tsx';
import { SidePanelExtras } from '#web/ui/frame/side-panel.tsx';
import { lazyPart } from '#web/ui/lazy/lazy-part.tsx';

const FoundPanel = lazyDialog(
  () => import('#web/features/leads/find/found-panel.tsx'),
  'FoundLeadPanel',
  'leads.panel',
);
const MentionsMenu = lazyPart(() => import('#web/features/mentions/mentions-menu.tsx'), 'MentionsMenu', {
  failed: (_props, { onRetry }) => <LostMentions onRetry={onRetry} />,
});

const Question = lazyPart(
  () => import('#web/ui/dialog/question-host.tsx'),
  'QuestionHost',
  dialogFallback('ui.loading'),
);
const PlaceQuestionPrompt = lazyPart(
  () => import('#web/features/leads/booking/place-question-prompt.tsx'),
  'PlaceQuestionPrompt',
  dialogFallback('ui.loading'),
);
const Dialogs = lazyPart(() => import('./-dialogs.tsx'), 'Dialogs', dialogFallback('ui.loading', 3));

const mainSearch = z.object({
  dialog: dialogSearch,
  serviceCenter: z.uuid().optional().catch(undefined),
  found: recordId,
});

// The `#` of Find holds a phone number, which no query string shall tell: it waits in the tab.
function wantedAfterLogin({
  href,
  pathname,
  hash,
}: {
  href: string;
  pathname: string;
  hash: string;
}): string {
  if (!/^\/main\/find\b/i.test(pathname)) return href;
  requestedPhone.keep(hash);
  return pathname;
}

export const Route = createFileRoute('/main')({
  validateSearch: mainSearch,
  search: { middlewares: [retainSearchParams(['serviceCenter'])] },
  beforeLoad({ location, search, matches }) {
    const employee = session.get();
    if (!employee)
      throw redirect({
        to: '/auth/login',
        search: { redirect: wantedAfterLogin(location) },
        replace: true,
      });
    if (employee.needsSecondFactor)
      throw redirect({
        to: '/auth/twoStepLogin',
        search: { redirect: wantedAfterLogin(location) },
        replace: true,
      });
    if (!mayOpenScreen(employee.level, location.pathname))
      throw redirect({ to: getHomePath(employee.level), replace: true });
    redirectToReadableUrl({ location, matches });
    const remembered = selectedCenter.get();
    // A link from a figure or to an advisor's leads names its center, or none: do not add the remembered one.
    const isOfLink = ['advisor', ...linkFilterNames].some((name) => name in location.search);
    if (remembered && !search.serviceCenter && !isOfLink) {
      throw redirect({
        to: location.pathname,
        search: { ...location.search, serviceCenter: remembered },
        hash: true,
        replace: true,
      });
    }
  },
  loaderDeps: ({ search: { serviceCenter } }) => ({ serviceCenter }),
  loader({ context: { queryClient }, deps }) {
    const level = session.get()?.level;
    void queryClient.prefetchQuery(accountQuery);
    if (level !== 'unassigned') void queryClient.prefetchQuery(endpointQuery(listOwnServiceCenters));
    // How much waits under Incoming enquiries and Duplicates stands in tabs of each list of leads.
    if (mayCall(summariseIntake, level)) void queryClient.prefetchQuery(endpointQuery(summariseIntake));
    if (mayCall(countDuplicates, level)) void queryClient.prefetchQuery(endpointQuery(countDuplicates));
    if (level === 'service')
      void queryClient.prefetchQuery(
        endpointQuery(countLeadsByStatus, { query: { serviceCenter: deps.serviceCenter } }),
      );
  },
  // Its queries know when they are stale.
  staleTime: Number.POSITIVE_INFINITY,
  component: Main,
});

function Main() {
  const employee = useSession();
  const { serviceCenter, dialog, found } = Route.useSearch();
  const { close } = useListUrl();
  const { closeDialog } = useDialogs();
  const question = usePendingQuestion();
  const askedPlace = usePlaceQuestion();
  const isAskedHere = useLocation({ select: ({ pathname }) => pathname === question?.path });
  useQuery({ ...accountQuery, enabled: employee !== undefined });
  useLiveUpdates(employee?.token);
  usePrefetchScreens(employee?.level);
  // The page follows its frame in slices: on a slow phone, all at once would hold up touches for a second.
  const isFrameShown = useDeferredValue(true, false);
  const isService = employee?.level === 'service';
  const hasLeads = assignedLevels.some((level) => level === employee?.level);
  const { data: counts } = useQuery({
    ...endpointQuery(countLeadsByStatus, { query: { serviceCenter } }),
    placeholderData: keepPreviousData,
    enabled: isService,
  });
  if (!employee) return null;
  return (
    <MainFrame
      employee={employee}
      counts={counts && toStatusCounts(counts)}
      find={
        hasLeads && (
          <FindBox
            screens={listScreenPaths(employee.level)}
            hasCenters={isService || isManagement(employee.level)}
          />
        )
      }
      headerEnd={<MentionsMenu />}
      sidebarFoot={isService && <CenterSelect isWide />}
    >
      <SidePanelExtras value={hasLeads && <FindButton />}>
        {isFrameShown && <Outlet />}
        {found && <FoundPanel id={found} onClose={() => close({ found: undefined })} />}
      </SidePanelExtras>
      {dialog && <Dialogs onClose={closeDialog} />}
      {question && isAskedHere && <Question question={question} onClose={dismissQuestion} />}
      {askedPlace && <PlaceQuestionPrompt asked={askedPlace} onClose={() => askedPlace.answer()} />}
      {isManagement(employee.level) && <FollowedBulkChanges />}
    </MainFrame>
  );
}

function LostMentions({ onRetry }: { onRetry: () => void }) {
  const t = useTranslations('frame');
  return (
    <IconButton label={t('mentionsLost')} icon={<IconBellX size={20} stroke={1.75} />} onClick={onRetry} />
  );
}
