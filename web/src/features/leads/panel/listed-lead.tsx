import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Lead } from '#contract/leads/leads.ts';
import { ownAnswer } from '#web/features/leads/record/own-answer.ts';
import type { PanelSearch } from '#web/features/leads/record/panel-search.ts';
import type { ListPage } from '#web/lib/api/endpoint-query.ts';
import { lastPressAt } from '#web/lib/browser/press.ts';
import { useOpenDialogs } from '#web/lib/url/use-dialogs.ts';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { LeadPanel } from './lead-panel.tsx';
import classes from './listed-lead.module.css';

type ListedLeadProps = {
  id: string;
  url: PanelSearch & { page: number };
  list: UseQueryResult<ListPage<Lead>>;
  fetchPage: (page: number) => Promise<ListPage<Lead>>;
};

/** The panel of {@link LeadListPanel}, whose code is fetched with the first lead that opens. */
export function ListedLeadPanel({ id, url, list, fetchPage }: ListedLeadProps) {
  const { close, replaceRecord: swap } = useListUrl();
  const { at, next, previous } = useNeighbours(id, url, list, fetchPage);
  const { rows = [] } = list.data ?? {};
  return (
    <div className={classes.open}>
      <LeadPanel
        id={id}
        place={at >= 0 && `${at + 1} / ${rows.length}`}
        onNext={next}
        onPrevious={previous}
        onClose={() => close({ lead: undefined })}
        onMoved={(lead) => swap({ lead })}
      />
    </div>
  );
}

/**
 * Steps through the list and its pages. When the user's own change took the lead out, its successor opens, unless they have
 * pressed something since: that was meant for the lead that they saw.
 */
function useNeighbours(
  id: string,
  { page }: PanelSearch & { page: number },
  list: UseQueryResult<ListPage<Lead>>,
  fetchPage: ListedLeadProps['fetchPage'],
) {
  const { replaceRecord: swap, forceReplace: replaceUnguarded } = useListUrl();
  const { rows = [], totalPages = 0 } = list.data ?? {};
  const at = rows.findIndex(({ _id }) => _id === id);
  const known = useRef({ id: '', at: 0, readAt: 0 });
  const readAt = list.dataUpdatedAt;
  const isDialogOpen = useOpenDialogs().length > 0;

  const turn = async (to: number, end: 0 | -1) => {
    const { rows } = await fetchPage(to);
    const row = rows.at(end);
    if (row) replaceUnguarded({ page: to, lead: row._id });
  };
  const place = at >= 0 ? at : known.current.id === id ? known.current.at : -1;
  const after = at >= 0 ? rows[at + 1] : rows[place];
  const before = place > 0 ? rows[place - 1] : undefined;
  const goTo = (lead: Lead) => () => swap({ lead: lead._id });
  const isHere = place >= 0;
  const turnOn = isHere && page < totalPages ? () => void turn(page + 1, 0) : undefined;
  const turnBack = isHere && page > 1 ? () => void turn(page - 1, -1) : undefined;
  const next = after ? goTo(after) : turnOn;
  const previous = before ? goTo(before) : turnBack;

  useEffect(() => {
    if (list.isPlaceholderData || isDialogOpen) return;
    const { current } = known;
    const answeredAt = ownAnswer.atOf(id);
    // A list read since has shown what the change has done: whatever takes the lead out later is somebody else's.
    if (at >= 0) known.current = { id, at, readAt };
    else if (current.id === id && answeredAt > current.readAt) {
      known.current = { ...current, readAt };
      if (lastPressAt() <= answeredAt) next?.();
    }
  });
  return { at, next, previous };
}
