import type { QueryKey } from '@tanstack/react-query';
import { LeadPanel } from '#web/features/leads/panel/lead-panel.tsx';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { lazyPart, useLazyPart } from '#web/ui/dialog/lazy-dialog.tsx';
import { LoadFailed } from '#web/ui/list/list-states.tsx';
import { useRun } from './use-run.ts';
import type { WorklistQuery } from './worklist.ts';

type WorkPanelProps<Key extends QueryKey> = { id: string; worklist: WorklistQuery<Key> };

const bar = lazyPart(async () => (await import('./work-bar.tsx')).WorkBar);

export function WorkPanel<Key extends QueryKey>({ id, worklist }: WorkPanelProps<Key>) {
  const { close } = useListUrl();
  const run = useRun(id, worklist);
  const { data: WorkBar, error, refetch } = useLazyPart(bar);
  // Never undefined while loading: the panel would log attempts by its own buttons.
  const instead = error ? <LoadFailed error={error} onRetry={refetch} /> : null;
  return (
    <LeadPanel
      id={id}
      place={run.place}
      onNext={run.skip}
      onPrevious={run.back}
      onClose={() => close('work')}
      footer={WorkBar ? <WorkBar key={id} id={id} run={run} /> : instead}
    />
  );
}
