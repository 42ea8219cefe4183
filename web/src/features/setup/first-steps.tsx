import { useQuery } from '@tanstack/react-query';
import type { FirstSteps as FirstStepsReply } from '#contract/first-steps.ts';
import { lazyPart } from '#web/ui/lazy/lazy-part.tsx';
import classes from './first-steps.module.css';
import { firstStepsQuery } from './first-steps.queries.ts';
import { listShownSteps } from './shown-steps.ts';

const rowHeight = 37;
const headHeight = 48;

const FirstStepsPanel = lazyPart(() => import('./first-steps-panel.tsx'), 'FirstStepsPanel', {
  isRare: true,
  waiting: (shown: FirstStepsReply) => (
    <div
      className={classes.panel}
      style={{ minHeight: headHeight + listShownSteps(shown).length * rowHeight }}
    />
  ),
});
const NothingToReport = lazyPart(() => import('./nothing-to-report.tsx'), 'NothingToReport', {
  isRare: true,
});

/** Tells whether the dashboard has anything to report: before the first lead it would be zeros. Undefined until that is known. */
export function useHasReports(): boolean | undefined {
  const { data, isPending } = useQuery(firstStepsQuery);
  return isPending ? undefined : data?.hasLeads !== false;
}

/** Shows what is still to be set up, and before the first lead what will stand below. */
export function FirstSteps() {
  const { data } = useQuery(firstStepsQuery);
  return (
    <>
      {data?.steps.some(({ state }) => state === 'open') && <FirstStepsPanel {...data} />}
      {data?.hasLeads === false && <NothingToReport />}
    </>
  );
}
