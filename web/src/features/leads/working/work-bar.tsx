import { useMutation, usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { v4 as uuid } from 'uuid';
import type { SetBookingOutcomeBody } from '#contract/bookings/booking-outcomes.ts';
import { type ContactChannel, contactChannels, type LogContactBody } from '#contract/contacts.ts';
import { createLead, type Lead } from '#contract/leads/leads.ts';
import { listLostReasons } from '#contract/leads/lost-reasons.ts';
import { saveBookingOutcome } from '#web/features/leads/booking/use-booking-outcome.ts';
import { useLogContact } from '#web/features/leads/contact/contact.queries.ts';
import { outcomeKeys } from '#web/features/leads/contact/outcome-keys.ts';
import { WrongNumberForm } from '#web/features/leads/contact/wrong-number-form.tsx';
import { getCurrentLead } from '#web/features/leads/form/lead-conflict.ts';
import { leadPanelQuery, useMayReply } from '#web/features/leads/panel/panel.queries.ts';
import { cacheLead, leadQuery } from '#web/features/leads/record/leads.queries.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { mayCall } from '#web/lib/api/may-call.ts';
import { isPlaceTaken } from '#web/lib/api/mutate.ts';
import { useToday } from '#web/lib/dealer/dealer.queries.ts';
import { useSession } from '#web/lib/session/session.ts';
import { useDialogs } from '#web/lib/url/use-dialogs.ts';
import { Choice } from '#web/ui/choice/choice.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { useDraftState } from '#web/ui/form/drafts.tsx';
import { FormFailure } from '#web/ui/form/refusals.tsx';
import { useIsPhone } from '#web/ui/frame/use-is-phone.ts';
import { isFocusLost } from '#web/ui/keys/focus-return.ts';
import { openByKey } from '#web/ui/keys/key-buffer.ts';
import { KeyButton } from '#web/ui/keys/key-button.tsx';
import { useShortcut } from '#web/ui/keys/shortcuts.tsx';
import { DidNotComeForm } from './did-not-come-form.tsx';
import { OutcomeForm, type OutcomeInput } from './outcome-form.tsx';
import {
  type AskingOutcome,
  emptyTypedOutcome,
  getInitialTypedOutcome,
  isReschedule,
  type TypedOutcome,
  toContactOutcome,
  toLeadChange,
  type WorkOutcome,
} from './outcomes.ts';
import { useFormatOutcomeTime } from './use-format-outcome-time.ts';
import type { WorkSession } from './use-work-session.ts';
import classes from './work-bar.module.css';
import { type OutcomeDraft, outcomeDraftName } from './worklist.ts';

// `begunChannel`: by which the customer is being reached from the lead.
type WorkBarProps = { id: string; run: WorkSession; begunChannel: ContactChannel };

/** The foot of the panel while leads are worked through: outcomes with their keys, and the form of the one that is chosen. */
export function WorkBar({ id, run, begunChannel }: WorkBarProps) {
  const t = useTranslations('working');
  const outcomes = useTranslations('bookingOutcomes');
  const self = useSession()?._id;
  const today = useToday();
  const formatTime = useFormatOutcomeTime();
  const { data: lead } = useQuery({ ...leadQuery(id), enabled: false });
  const { asked, typed, ask, type, forget } = useOutcomeDraft(id);
  const [chosenChannel, setChannel] = useDraftState<ContactChannel | ''>(`workChannel:${id}`, '', {
    outlivesClosing: true,
  });
  const log = useLogContact(id);
  // So that they are there at once when asked for.
  usePrefetchQuery(endpointQuery(listLostReasons));
  // Repeated after a failure, it logs once.
  const key = useRef(uuid());
  const mayReply = useMayReply(id);
  const channel = chosenChannel || begunChannel;
  const hasOther = Boolean(lead?.advisor) && lead?.advisor?._id !== self;
  const isTaken = isConflict(log.error) && hasOther;

  const booking = useMutation({
    mutationFn: (body: SetBookingOutcomeBody) => saveBookingOutcome(id, body),
    onSuccess(saved, { outcome, move }) {
      forget();
      // Taken back: there is something to say of the lead again.
      if (outcome === 'expected') return;
      const said = outcomes(`lines.${outcome}`, { name: saved.name });
      run.logged({ lead: id, name: saved.name, bookingVersion: move ? saved.version : null, said }, false);
    },
  });

  const bar = useFocusKept(asked);
  useAddLeadKey();

  if (!lead) return null;
  const begin = (asked: AskingOutcome | undefined) => {
    const kept = asked === 'wrongNumber' || asked === 'didNotCome' ? undefined : asked;
    ask(asked, getInitialTypedOutcome(lead, kept, typed, today));
  };
  const logOutcome = async (
    outcome: WorkOutcome,
    given: Omit<LogContactBody, 'channel' | 'outcome' | 'key'>,
    staysOpen = false,
  ): Promise<boolean> => {
    if (log.isPending) return false;
    try {
      const body = { ...given, channel, outcome: toContactOutcome(outcome), key: key.current };
      const { contact } = await log.mutateAsync({ body, staysOpen });
      key.current = uuid();
      forget();
      setChannel('');
      const name = isReschedule(lead, outcome) ? 'rescheduled' : outcome;
      const when = formatTime(given);
      const said = t(when ? 'loggedFor' : 'logged', {
        outcome: t(`outcomes.${name}`),
        lead: lead.name,
        when,
      });
      run.logged({ lead: id, name: lead.name, contact: contact._id, said }, staysOpen);
      return true;
    } catch (error) {
      // Said below.
      const current = getCurrentLead(error);
      if (current) cacheLead(current);
      return false;
    }
  };
  const give = (outcome: WorkOutcome, { typed, again }: OutcomeInput) =>
    void logOutcome(outcome, {
      ...{ note: typed.note, move: toLeadChange(lead, outcome, typed), version: lead.version },
      tryAgainAt: again?.toISOString(),
    });
  return (
    <div ref={bar} className={classes.all}>
      {run.passed && (
        <p role="status" className="quiet">
          {run.passed}
        </p>
      )}
      {(run.isGone || isTaken) && !log.isPending && (
        <Notice>
          {t(hasOther ? 'handledMeanwhile' : 'nothingDue')}{' '}
          <button type="button" className={classes.next} onClick={run.skipTaken}>
            {t('goOn')}
          </button>
        </Notice>
      )}
      {asked === 'wrongNumber' ? (
        <WrongNumberForm
          lead={lead}
          note={typed.note}
          mayReply={mayReply}
          isSaving={log.isPending}
          error={isTaken ? null : log.error}
          onNote={(note) => type({ note })}
          onGive={({ body, staysOpen }) =>
            logOutcome('wrongNumber', { ...body, note: typed.note, version: lead.version }, staysOpen)
          }
          onBack={() => begin(undefined)}
        />
      ) : asked === 'didNotCome' ? (
        <DidNotComeForm
          lead={lead}
          typed={typed}
          isSaving={booking.isPending}
          error={booking.error}
          onType={type}
          onGive={booking.mutate}
          onBack={() => begin(undefined)}
        />
      ) : asked ? (
        <OutcomeForm
          lead={lead}
          asked={asked}
          typed={typed}
          isSaving={log.isPending}
          error={isTaken ? null : log.error}
          onType={type}
          onGive={(given) => give(asked, given)}
          onBack={() => begin(undefined)}
        />
      ) : (
        <OutcomeBar
          lead={lead}
          isSaving={log.isPending || booking.isPending}
          error={isTaken ? null : (log.error ?? booking.error)}
          onArrived={(hasArrived) => booking.mutate({ outcome: hasArrived ? 'arrived' : 'expected' })}
          onAsk={begin}
          onGive={(outcome) => give(outcome, { typed: { ...emptyTypedOutcome, note: typed.note } })}
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

// The panel covers the screen and its Add Lead. Without the key, what a caller says would be typed into the outcomes.
function useAddLeadKey(): void {
  const t = useTranslations('leads');
  const level = useSession()?.level;
  const { openDialog } = useDialogs();
  const open = () => openByKey(() => openDialog('lead.new'));
  useShortcut('c', t('addLead'), mayCall(createLead, level) ? open : undefined);
}

function useFocusKept(asked: AskingOutcome | undefined) {
  const bar = useRef<HTMLDivElement>(null);
  const before = useRef(asked);
  const isPhone = useIsPhone();
  useEffect(() => {
    const from = before.current;
    before.current = asked;
    if (from === asked || !isFocusLost()) return;
    const key = from && (from === 'didNotCome' ? 'd' : outcomeKeys[from]);
    // A field would bring up a phone's keyboard, which covers the rest.
    const first = isPhone ? 'form button, section button' : 'form button, form input, section button';
    const wanted = asked ? first : key && `[aria-keyshortcuts="${key}"]`;
    if (wanted) bar.current?.querySelector<HTMLElement>(wanted)?.focus({ preventScroll: true });
  }, [asked, isPhone]);
  return bar;
}

function isConflict(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 409 && !isPlaceTaken(error);
}

const nothing: OutcomeDraft = { asked: undefined, typed: emptyTypedOutcome };

function useOutcomeDraft(lead: string) {
  const [draft, set] = useDraftState(outcomeDraftName(lead), nothing, { outlivesClosing: true });
  return {
    ...draft,
    ask: (asked: AskingOutcome | undefined, typed: TypedOutcome) => set({ asked, typed }),
    type: (typed: Partial<TypedOutcome>) => set({ ...draft, typed: { ...draft.typed, ...typed } }),
    forget: () => set(nothing),
  };
}

type OutcomeBarProps = {
  lead: Lead;
  isSaving: boolean;
  error: unknown;
  onArrived: (hasArrived: boolean) => void;
  onAsk: (asked: AskingOutcome) => void;
  onGive: (outcome: Exclude<WorkOutcome, AskingOutcome>) => void;
};

const askingOutcomes = Object.keys(outcomeKeys).filter(
  (outcome): outcome is Exclude<AskingOutcome, 'didNotCome'> => outcome !== 'reminded',
);

function OutcomeBar(props: OutcomeBarProps) {
  const { lead, isSaving, error, onArrived, onAsk, onGive } = props;
  const t = useTranslations('working');
  const booked = useTranslations('bookingOutcomes');
  const today = useToday();
  const outcome = useQuery({ ...leadPanelQuery(lead._id), enabled: false }).data?.booking?.outcome;
  const hasArrived = outcome === 'arrived';
  const isBooked = lead.status === 'booked';
  const isDue = isBooked && (lead.appointmentDate ?? '') <= today;
  return (
    <div className={classes.all}>
      <FormFailure error={error} />
      {isBooked && (
        <fieldset className={classes.booking}>
          <legend className="visually-hidden">{booked('label')}</legend>
          {isDue && (
            <>
              <KeyButton
                shortcut="a"
                label={booked('outcomes.arrived')}
                isPressed={hasArrived}
                disabled={isSaving}
                onPress={() => onArrived(!hasArrived)}
              />
              <KeyButton
                shortcut="d"
                label={booked('outcomes.didNotCome')}
                isPressed={outcome === 'didNotCome'}
                disabled={isSaving}
                onPress={() => onAsk('didNotCome')}
              />
            </>
          )}
          <KeyButton
            shortcut={outcomeKeys.reminded}
            label={t('outcomes.reminded')}
            disabled={isSaving}
            onPress={() => onGive('reminded')}
          />
        </fieldset>
      )}
      <fieldset className={classes.outcomes}>
        <legend className="visually-hidden">{t('outcome')}</legend>
        {askingOutcomes.map((outcome) => (
          <KeyButton
            key={outcome}
            shortcut={outcomeKeys[outcome]}
            label={t(`outcomes.${isReschedule(lead, outcome) ? 'reschedule' : outcome}`)}
            disabled={isSaving}
            onPress={() => onAsk(outcome)}
          />
        ))}
      </fieldset>
    </div>
  );
}
