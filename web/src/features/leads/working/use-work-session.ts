import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { getLead } from '#contract/leads/leads.ts';
import { useUndoContact } from '#web/features/leads/contact/contact.queries.ts';
import { leadPanelQuery } from '#web/features/leads/panel/panel.queries.ts';
import { call } from '#web/lib/api/api.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { getDraft } from '#web/lib/browser/drafts.ts';
import { lazyModule } from '#web/lib/browser/lazy-module.ts';
import { useWalk } from '#web/lib/browser/use-walk.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { presenceStore } from '#web/lib/live/presence.ts';
import { session } from '#web/lib/session/session.ts';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { offerUndo, statusBar } from '#web/ui/feedback/status-bar.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import {
  type LoggedOutcome,
  type OutcomeDraft,
  outcomeDraftName,
  rotateToLead,
  type WorklistQuery,
  type WorkRun,
  workRunDraft,
} from './worklist.ts';

/** A run through the leads that are due: where it is, and how to go on, back or undo. `last`: the outcome that was logged last. */
export type WorkSession = {
  position: string | undefined;
  skip: () => void;
  back: (() => void) | undefined;
  /** Goes on to the next lead, unless the user `staysOpen` with this one. */
  logged: (outcome: LoggedOutcome, staysOpen: boolean) => void;
  undo: (() => void) | undefined;
  last: LoggedOutcome | undefined;
  passed: string | undefined;
  isGone: boolean;
  /** Goes on because of that, once the user says so: they may be talking to the customer. */
  skipTaken: () => void;
};

/**
 * Walks through the leads due when the run began, past those that colleagues work on.
 *
 * @returns where the run is, and how to go on, back or undo.
 */
export function useWorkSession<Key extends QueryKey>(id: string, worklist: WorklistQuery<Key>): WorkSession {
  const t = useTranslations('working');
  const errorText = useErrorText();
  const client = useQueryClient();
  const { replaceRecord: swap, close } = useListUrl();
  const textOfPassed = usePassedText();
  const undoContact = useUndoContact();
  const now = useQuery(worklist);
  const [run, setRun] = useState<WorkRun | undefined>(() => workRunDraft().read());
  const [passed, setPassed] = useState<string>();

  const keep = (next: WorkRun) => {
    workRunDraft().save(next);
    setRun(next);
  };
  // From a link, or after the tab was closed: a new run, with this lead.
  useEffect(() => {
    if (run || !now.data) return;
    const isListed = now.data.leads.some(({ _id }) => _id === id);
    const leads = isListed ? rotateToLead(now.data.leads, id) : [{ _id: id }, ...now.data.leads];
    setRun({ ...now.data, leads, logged: [] });
  }, [run, now.data, id]);

  const ids = run?.leads.map(({ _id }) => _id) ?? [];
  const isDue = (lead: string) =>
    !now.data || now.data.isCapped || now.data.leads.some(({ _id }) => _id === lead);
  const walk = useWalk(ids, id, {
    isWaiting: isDue,
    isFree: (lead) => isDue(lead) && presenceStore.at(lead).length === 0,
    // Before there is a run, there is no next one to pass on to.
    readAt: run ? now.dataUpdatedAt : 0,
    isHeld: getDraft<OutcomeDraft>(outcomeDraftName(id)).read()?.asked !== undefined,
    onPass: () => goOn([id]),
  });

  // Whether it is still due is known at once: else a colleague who changes it minutes later would take it away.
  const readAgain = useEffectEvent((_lead: string) => void now.refetch({ cancelRefetch: false }));
  useEffect(() => readAgain(id), [id]);

  const go = (lead: string) => {
    walk.arrive(lead);
    swap({ work: lead });
  };
  const move = async (step: 1 | -1, also: readonly string[] = []) => {
    const { id: next, passed } = walk.find(step);
    const own = new Set(run?.logged.map(({ lead }) => lead));
    const others = [...also, ...passed.filter((lead) => !own.has(lead))];
    if (next) go(next);
    else if (step === 1) close({ work: undefined });
    setPassed(others.length > 0 && step === 1 ? await textOfPassed(others) : undefined);
    return next;
  };
  const goOn = (also?: readonly string[]) => void move(1, also).then((next) => next ?? toast(t('finished')));

  const nextId = ids[walk.index + 1];
  useEffect(() => {
    if (nextId) void client.prefetchQuery({ ...leadPanelQuery(nextId), staleTime: 30_000 });
  }, [client, nextId]);

  const last = run?.logged.at(-1);

  const undo = async (logged: LoggedOutcome) => {
    const kept = workRunDraft().read();
    if (!kept || undoContact.isPending) return;
    statusBar.hide('undo');
    const isOther = (one: LoggedOutcome) => JSON.stringify(one) !== JSON.stringify(logged);
    const logs = kept.logged.filter(isOther);
    try {
      if ('contact' in logged) await undoContact.mutateAsync(logged.contact);
      else await takeBackOutcome(logged.lead, logged.bookingVersion);
      keep({ ...kept, logged: logs });
      setPassed(undefined);
      go(logged.lead);
    } catch (error) {
      keep({ ...kept, logged: logs });
      toast.error(errorText(error));
    }
  };
  const undoNow = useEffectEvent(undo);

  return {
    position:
      walk.index < 0
        ? undefined
        : t('place', { at: walk.index + 1, total: ids.length, more: run?.isCapped ? '+' : '' }),
    skip: () => goOn(),
    back: walk.find(-1).id ? () => void move(-1) : undefined,
    logged(outcome, staysOpen) {
      if (run) keep({ ...run, logged: [...run.logged, outcome] });
      offerUndo(outcome.said, () => void undoNow(outcome));
      if (!staysOpen) goOn();
    },
    undo: last && (() => void undo(last)),
    last,
    passed,
    isGone: walk.isGone,
    skipTaken: () => goOn([id]),
  };
}

const outcomes = lazyModule(() => import('#web/features/leads/booking/use-booking-outcome.ts'));

async function takeBackOutcome(lead: string, version: number | null): Promise<unknown> {
  const { saveBookingOutcome } = await outcomes.fetch();
  return saveBookingOutcome(lead, { outcome: 'expected', ...(version !== null && { version }) });
}

function usePassedText(): (ids: readonly string[]) => Promise<string> {
  const t = useTranslations('working');
  const client = useQueryClient();
  return useCallback(
    async (ids) => {
      const [id = '', ...others] = ids;
      if (others.length > 0) return t('passedMany', { count: ids.length });
      const lead = await call(getLead, { params: { id } }).catch(() => undefined);
      if (!lead) return t('passedGone');
      client.setQueryData(endpointQuery(getLead, { params: { id } }).queryKey, lead);
      const [present] = presenceStore.at(id);
      const owner = lead.advisor && lead.advisor._id !== session.get()?._id ? lead.advisor : undefined;
      if (owner) return t('passedTaken', { lead: lead.name, name: owner.name });
      return present
        ? t('passedPresent', { lead: lead.name, name: present.name })
        : t('passedHandled', { lead: lead.name });
    },
    [t, client],
  );
}
