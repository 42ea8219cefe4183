import { LeadPanel } from '#web/features/leads/panel/lead-panel.tsx';
import { useListUrl } from '#web/lib/url/use-list-url.ts';

/** A lead that was found, beside whatever screen is there. */
export function FoundPanel({ id }: { id: string }) {
  const { close, swap } = useListUrl();
  return (
    <LeadPanel
      id={id}
      onClose={() => close('found', 'step', 'correct', 'version')}
      onMoved={(found) => swap({ found })}
    />
  );
}
