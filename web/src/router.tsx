import { createRouter } from '@tanstack/react-router';
import { queryClient } from '#web/lib/api/query-client.ts';
import { session } from '#web/lib/session/session.ts';
import { parseSearch, stringifySearch } from '#web/lib/url/search-params.ts';
import { PageNotFound, ScreenFailed } from '#web/ui/feedback/route-states.tsx';
import { routeTree } from './route-tree.gen.ts';

export const router = createRouter({
  routeTree,
  context: { queryClient },
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  defaultErrorComponent: ScreenFailed,
  defaultNotFoundComponent: PageNotFound,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface HistoryState {
    isOpenedHere?: boolean;
    cameFrom?: readonly string[];
    // The query of the list before the step that filters it.
    filtersBefore?: string;
    // The email of an account just created or recovered; logs and bookmarks would keep it in a URL.
    address?: string;
  }
}

// Nothing that one employee saw stays for the next. The guards of `/main` and `/auth` redirect.
session.subscribe((change) => {
  if (change !== 'refreshed')
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'dealer' });
  if (change === 'refreshed' || change === 'expired') void router.invalidate();
  else if (change === 'signedOut') void router.navigate({ to: '/auth/login' });
  else if (change === 'replaced') void router.navigate({ to: '/' });
});
