import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { v4 as uuid } from 'uuid';
import { type ContactChannel, contactChannels } from '#contract/contacts.ts';
import type { Lead } from '#contract/leads/leads.ts';
import { listLostReasons } from '#contract/leads/lost-reasons.ts';
import { useLogContact } from '#web/features/leads/contact/contact.queries.ts';
import { currentLead } from '#web/features/leads/form/lead-conflict.ts';
import { keepLead, leadQuery } from '#web/features/leads/record/leads.queries.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { draftOf } from '#web/lib/browser/drafts.ts';
import { useToday } from '#web/lib/dealer/dealer.queries.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Choice } from '#web/ui/choice/choice.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { FormFailure } from '#web/ui/form/refusals.tsx';
import { isFocusLost } from '#web/ui/keys/focus-place.ts';
import { KeyButton } from '#web/ui/keys/key-button.tsx';
import { type Given, OutcomeForm } from './outcome-form.tsx';
import {
  type Asked,
  contactOutcomeOf,
  isReschedule,
  leadChangeOf,
  nothingTyped,
  type Outcome,
  outcomeKeys,
  type Typed,
  typedFor,
} from './outcomes.ts';
import type { Working } from './use-run.ts';
import classes from './work-bar.module.css';

type WorkBarProps = { id: string; run: Working };

export function WorkBar({ id, run }: WorkBarProps) {
  const t = useTranslations('working');
  const self = useSession()?._id;
  const today = useToday();
  const { data: lead } = useQuery({ ...leadQuery(id), enabled: false });
  const { asked, typed, ask, type, forget } = useOutcomeDraft(id);
  const [channel, setChannel] = useKeptChannel();
  const log = useLogContact(id);
  // So that they are there at once when asked for.
  usePrefetchQuery(endpointQuery(listLostReasons));
  // Repeated after a failure, it logs once.
  const key = useRef(uuid());
  const hasOther = Boolean(lead?.advisor) && lead?.advisor?._id !== self;
  const isTaken = isConflict(log.error) && hasOther;

  const { isGone, wasGone, passOver } = run;
  const bar = useFocusKept(asked);
  const isPassing = wasGone && !asked;
  const pass = useRef(passOver);
  pass.current = passOver;
  useEffect(() => {
    if (isPassing) pass.current();
  }, [isPassing]);

  if (!lead) return null;
  const begin = (asked: Asked | undefined) => ask(asked, typedFor(lead, asked, typed, today));
  const give = async (outcome: Outcome, { typed, again }: Given) => {
    if (log.isPending) return;
    try {
      const { contact } = await log.mutateAsync({
        ...{ channel, outcome: contactOutcomeOf(outcome), note: typed.note, key: key.current },
        ...{ move: leadChangeOf(lead, outcome, typed), version: lead.version },
        tryAgainAt: again?.toISOString(),
      });
      forget();
      const name = isReschedule(lead, outcome) ? 'rescheduled' : outcome;
      const said = t('logged', { outcome: t(`outcomes.${name}`), lead: lead.name });
      run.logged({ lead: id, name: lead.name, contact: contact._id, said });
    } catch (error) {
      // Said below.
      const current = currentLead(error);
      if (current) keepLead(current);
    }
  };
  return (
    <div ref={bar} className="stack">
      {run.passed && (
        <p role="status" className="quiet">
          {run.passed}
        </p>
      )}
      {(isGone || isTaken) && !isPassing && !log.isPending && (
        <Notice>
          {t(hasOther ? 'handledMeanwhile' : 'nothingDue')}{' '}
          <button type="button" className={classes.next} onClick={passOver}>
            {t('goOn')}
          </button>
        </Notice>
      )}
      {asked ? (
        <OutcomeForm
          lead={lead}
          asked={asked}
          typed={typed}
          isSaving={log.isPending}
          error={isTaken ? null : log.error}
          onType={type}
          onGive={(given) => void give(asked, given)}
          onBack={() => begin(undefined)}
        />
      ) : (
        <OutcomeBar
          lead={lead}
          isSaving={log.isPending}
          error={isTaken ? null : log.error}
          onAsk={begin}
          onGive={(outcome) => void give(outcome, { typed: { ...nothingTyped, note: typed.note } })}
        />
      )}
      {!asked && (
        <div className={classes.end}>
          <Choice
            className={classes.channel}
            aria-label={t('channel')}
            data={contactChannels.map((value) => ({ value, label: t(`channels.${value}`) }))}
            value={channel}
            onChange={(value) => setChannel(contactChannels.find((one) => one === value) ?? 'call')}
          />
          {run.undo && run.last && (
            <KeyButton shortcut="u" label={t('undoOf', { lead: run.last.name })} onPress={run.undo} />
          )}
          <span className={classes.skip}>
            <KeyButton shortcut="s" label={t('skip')} disabled={log.isPending} onPress={run.skip} />
          </span>
        </div>
      )}
    </div>
  );
}

function useFocusKept(asked: Asked | undefined) {
  const bar = useRef<HTMLDivElement>(null);
  const before = useRef(asked);
  useEffect(() => {
    const from = before.current;
    before.current = asked;
    if (from === asked || !isFocusLost()) return;
    const wanted = asked ? 'form button, form input' : from && `[aria-keyshortcuts="${outcomeKeys[from]}"]`;
    if (wanted) bar.current?.querySelector<HTMLElement>(wanted)?.focus({ preventScroll: true });
  }, [asked]);
  return bar;
}

function isConflict(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 409;
}

function useKeptChannel(): [ContactChannel, (channel: ContactChannel) => void] {
  const [channel, setChannel] = useState<ContactChannel>(
    () => draftOf<ContactChannel>('workChannel').read() ?? 'call',
  );
  return [
    channel,
    (next) => {
      draftOf<ContactChannel>('workChannel').keep(next);
      setChannel(next);
    },
  ];
}

type OutcomeDraft = { asked: Asked | undefined; typed: Typed };

const nothing: OutcomeDraft = { asked: undefined, typed: nothingTyped };

function useOutcomeDraft(lead: string) {
  const kept = useMemo(() => draftOf<OutcomeDraft>(`work:${lead}`), [lead]);
  const [draft, setDraft] = useState<OutcomeDraft>(() => kept.read() ?? nothing);
  const set = (next: OutcomeDraft) => {
    setDraft(next);
    if (JSON.stringify(next) === JSON.stringify(nothing)) kept.forget();
    else kept.keep(next);
  };
  return {
    ...draft,
    ask: (asked: Asked | undefined, typed: Typed) => set({ asked, typed }),
    type: (typed: Partial<Typed>) => set({ ...draft, typed: { ...draft.typed, ...typed } }),
    forget: () => set(nothing),
  };
}

type OutcomeBarProps = {
  lead: Lead;
  isSaving: boolean;
  error: unknown;
  onAsk: (asked: Asked) => void;
  onGive: (outcome: Exclude<Outcome, Asked>) => void;
};

function OutcomeBar(props: OutcomeBarProps) {
  const { lead, isSaving, error, onAsk, onGive } = props;
  const t = useTranslations('working');
  const outcomes = (Object.keys(outcomeKeys) as Outcome[]).filter(
    (outcome) => outcome !== 'reminded' || lead.status === 'booked',
  );
  const press = (outcome: Outcome) =>
    outcome === 'wrongNumber' || outcome === 'reminded' ? onGive(outcome) : onAsk(outcome);
  return (
    <div className="stack">
      <FormFailure error={error} />
      <fieldset className={classes.outcomes}>
        <legend className="visually-hidden">{t('outcome')}</legend>
        {outcomes.map((outcome) => (
          <KeyButton
            key={outcome}
            shortcut={outcomeKeys[outcome]}
            label={t(`outcomes.${isReschedule(lead, outcome) ? 'reschedule' : outcome}`)}
            disabled={isSaving}
            onPress={() => press(outcome)}
          />
        ))}
      </fieldset>
    </div>
  );
}
