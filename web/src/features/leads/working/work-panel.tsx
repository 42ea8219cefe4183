import type { QueryKey } from '@tanstack/react-query';
import { LeadPanel } from '#web/features/leads/panel/lead-panel.tsx';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { lazyPart } from '#web/ui/lazy/lazy-part.tsx';
import { useWorkSession } from './use-work-session.ts';
import type { WorklistQuery } from './worklist.ts';

type WorkPanelProps<Key extends QueryKey> = { id: string; worklist: WorklistQuery<Key> };

const WorkBar = lazyPart(() => import('./work-bar.tsx'), 'WorkBar');

/** The panel of the lead in front while leads are worked through. */
export function WorkPanel<Key extends QueryKey>({ id, worklist }: WorkPanelProps<Key>) {
  const { close } = useListUrl();
  const run = useWorkSession(id, worklist);
  return (
    <LeadPanel
      id={id}
      place={run.position}
      onNext={run.skip}
      onPrevious={run.back}
      onClose={() => close({ work: undefined })}
      footer={({ channel }) => <WorkBar key={id} id={id} run={run} begunChannel={channel} />}
    />
  );
}
