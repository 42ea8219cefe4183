import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { loadAllTexts } from '#web/lib/i18n/texts.ts';
import { dealerQuery } from '#web/lib/session/dealer.ts';

/** Screens on which the day starts need not wait for all texts. */
const firstScreens = /^\/(main\/(leads|leadsByStatus)|auth\/login)(\/|$)/;

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  beforeLoad: ({ location }) => (firstScreens.test(location.pathname) ? undefined : loadAllTexts()),
  loader: ({ context }) => context.queryClient.ensureQueryData(dealerQuery),
  component: Outlet,
});
