import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { dealerQuery } from '#web/lib/dealer/dealer.queries.ts';
import { lazyPart } from '#web/ui/lazy/lazy-part.tsx';

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  loader: ({ context }) => context.queryClient.ensureQueryData(dealerQuery),
  component: Root,
});

const TruncationTooltip = lazyPart(
  () => import('#web/ui/frame/truncation-tooltip.tsx'),
  'TruncationTooltip',
  { failed: () => null },
);

function Root() {
  const isInUse = useIsInUse();
  return (
    <>
      <Outlet />
      {isInUse && <TruncationTooltip />}
    </>
  );
}

function useIsInUse(): boolean {
  const [isInUse, setInUse] = useState(false);
  useEffect(() => {
    const ending = new AbortController();
    const begin = () => {
      ending.abort();
      setInUse(true);
    };
    for (const event of ['pointermove', 'pointerdown', 'keydown'] as const)
      document.addEventListener(event, begin, { signal: ending.signal, capture: true, passive: true });
    return () => ending.abort();
  }, []);
  return isInUse;
}
