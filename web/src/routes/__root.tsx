import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { dealerQuery } from '#web/lib/dealer/dealer.queries.ts';
import { TruncationTooltip } from '#web/ui/frame/truncation-tooltip.tsx';

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  loader: ({ context }) => context.queryClient.ensureQueryData(dealerQuery),
  component: Root,
});

function Root() {
  return (
    <>
      <Outlet />
      <TruncationTooltip />
    </>
  );
}
