import { createRouter } from '@tanstack/react-router';
import { queryClient } from './lib/query-client.ts';
import { parseSearch, stringifySearch } from './lib/search-params.ts';
import { session } from './lib/session.ts';
import { routeTree } from './route-tree.gen.ts';
import { PageMissing, ScreenBroken } from './ui/route-states.tsx';

/** The route tree of the specification. Search params are plain strings in the URL; each route validates its own. */
export const router = createRouter({
  routeTree,
  context: { queryClient },
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  defaultErrorComponent: ScreenBroken,
  defaultNotFoundComponent: PageMissing,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface HistoryState {
    /** A modal was opened from the page below it, so that closing it goes back there. */
    isOpenedHere?: boolean;
    /** Whose account was just made or recovered. In the URL it would reach logs and bookmarks. */
    address?: string;
  }
}

// Nothing that one employee saw stays for the next. The guards of `/main` and `/auth` decide where each change leads.
session.subscribe((change) => {
  if (change !== 'refreshed')
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'dealer' });
  if (change === 'refreshed' || change === 'expired') void router.invalidate();
  else if (change === 'signedOut') void router.navigate({ to: '/auth/login' });
  else if (change === 'otherTab') void router.navigate({ to: '/' });
});
