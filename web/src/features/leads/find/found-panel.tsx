import { LeadPanel } from '#web/features/leads/panel/lead-panel.tsx';
import { useListUrl } from '#web/lib/url/use-list-url.ts';

type FoundPanelProps = { id: string; onClose: () => void };

/** Shows a lead that was found beside whatever screen is there, and in front of the lead or pair that is worked on. */
export function FoundLeadPanel({ id, onClose }: FoundPanelProps) {
  const { replaceRecord: swap } = useListUrl();
  return <LeadPanel id={id} isAbove onClose={onClose} onMoved={(found) => swap({ found })} />;
}
