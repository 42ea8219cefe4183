import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { v4 as uuid } from 'uuid';
import type { ContactOutcome } from '#contract/contacts.ts';
import type { Lead } from '#contract/leads/leads.ts';
import { getCurrentLead } from '#web/features/leads/form/lead-conflict.ts';
import { cacheLead } from '#web/features/leads/record/leads.queries.ts';
import { useDealer } from '#web/lib/dealer/dealer.queries.ts';
import { serverClock } from '#web/lib/live/server-clock.ts';
import { Choice } from '#web/ui/choice/choice.tsx';
import { useUndoOffer } from '#web/ui/feedback/use-undoable.ts';
import { useDraftState, useDraftText } from '#web/ui/form/drafts.tsx';
import { FormFailure } from '#web/ui/form/refusals.tsx';
import { isFocusLost } from '#web/ui/keys/focus-return.ts';
import { useSingleKeys } from '#web/ui/keys/keys.ts';
import { useLogContact, useUndoContact } from './contact.queries.ts';
import { ChannelChoice, NoteField, OutcomeButtons } from './contact-fields.tsx';
import classes from './log-contact.module.css';
import { useRegisterLogContact } from './register-log-contact.ts';
import { getTryAgainTime, type TryAgainChoice, tryAgainChoices } from './try-again.ts';
import type { ContactAttempt } from './use-call-return.ts';
import { type KeyMode, logKey } from './use-key-mode.ts';
import { type WrongNumberAnswer, WrongNumberForm } from './wrong-number-form.tsx';

// `mayReply`: a message of the customer can be answered on WhatsApp.
type LogContactProps = { lead: Lead; reaching: ContactAttempt; mayReply: boolean; keyMode: KeyMode };

/** The part of a lead's panel that logs an attempt to reach the customer: note, next reminder, and a button for each outcome. */
export function LogContact({ lead, reaching, mayReply, keyMode }: LogContactProps) {
  const { channel, setChannel, isBack, finish: settle } = reaching;
  const t = useTranslations('leadContact');
  const { timeZone } = useDealer();
  const [note, setNote, takeOut] = useDraftText(`note:${lead._id}`);
  const [again, setAgain] = useState<TryAgainChoice | ''>('');
  const [isAsking, setAsking] = useDraftState(`wrongNumberAsked:${lead._id}`, false, {
    outlivesClosing: true,
  });
  const log = useLogContact(lead._id);
  const section = useFocusBack(isAsking);
  const [singleKeys] = useSingleKeys();
  const offerToUndo = useLoggedOffer();
  // A repeated press sends the same one.
  const key = useRef(uuid());

  const choices = tryAgainChoices.filter((choice) => getTryAgainTime(choice, serverClock.now(), timeZone));
  const logOutcome = async (
    outcome: ContactOutcome,
    { body: given, staysOpen }: WrongNumberAnswer,
  ): Promise<boolean> => {
    if (log.isPending) return false;
    try {
      const body = { ...given, channel, outcome, note, key: key.current };
      const { contact } = await log.mutateAsync({ body, staysOpen });
      key.current = uuid();
      takeOut(note);
      setAgain('');
      setAsking(false);
      settle();
      offerToUndo({ contact: contact._id, outcome, name: lead.name });
      return true;
    } catch (error) {
      // Said below.
      const current = getCurrentLead(error);
      if (current) cacheLead(current);
      return false;
    }
  };
  const getReminder = () => ({
    tryAgainAt: again ? getTryAgainTime(again, serverClock.now(), timeZone)?.toISOString() : undefined,
  });
  const onOutcome = (outcome: ContactOutcome) => {
    keyMode.end();
    if (outcome === 'wrongNumber') setAsking(true);
    else void logOutcome(outcome, { body: getReminder(), staysOpen: false });
  };
  useRegisterLogContact(lead._id, onOutcome);
  return (
    <section ref={section} className={classes.log}>
      <h3 className={isBack ? classes.title : 'visually-hidden'}>
        {isBack ? t('wentHow', { name: lead.name }) : t('log')}
      </h3>
      {isAsking ? (
        <WrongNumberForm
          lead={lead}
          note={note}
          mayReply={mayReply}
          isSaving={log.isPending}
          error={log.error}
          onNote={setNote}
          onGive={({ body, staysOpen }) =>
            logOutcome('wrongNumber', { body: { ...getReminder(), ...body }, staysOpen })
          }
          onBack={() => setAsking(false)}
        />
      ) : (
        <>
          {singleKeys && !keyMode.isOn && (
            <kbd className={classes.logKey} aria-hidden>
              {logKey}
            </kbd>
          )}
          <OutcomeButtons hasKeys={keyMode.isOn} isDisabled={log.isPending} onOutcome={onOutcome} />
          <div className={classes.more}>
            <ChannelChoice value={channel} onChange={setChannel} />
            <Choice
              size="xs"
              aria-label={t('again')}
              data={[
                { value: '', label: t('noReminder') },
                ...choices.map((value) => ({ value, label: t(`tryAgainIn.${value}`) })),
              ]}
              value={again}
              onChange={(value) => setAgain(value as TryAgainChoice | '')}
            />
            <NoteField value={note} onChange={setNote} />
          </div>
          <FormFailure error={log.error} />
        </>
      )}
    </section>
  );
}

function useFocusBack(isAsking: boolean) {
  const section = useRef<HTMLElement>(null);
  const wasAsking = useRef(isAsking);
  useEffect(() => {
    const isBack = wasAsking.current && !isAsking;
    wasAsking.current = isAsking;
    if (isBack && isFocusLost())
      section.current
        ?.querySelector<HTMLElement>('[data-outcome=wrongNumber]')
        ?.focus({ preventScroll: true });
  }, [isAsking]);
  return section;
}

type LoggedContact = { contact: string; outcome: ContactOutcome; name: string };

function useLoggedOffer() {
  const t = useTranslations('leadContact');
  const undo = useUndoContact();
  return useUndoOffer({
    done: ({ outcome }: LoggedContact) => t('logged', { outcome: t(`outcomes.${outcome}`) }),
    line: ({ outcome, name }) => t('loggedLine', { outcome: t(`outcomes.${outcome}`), name }),
    undo: ({ contact }) => undo.mutateAsync(contact),
    undone: () => t('takenBack'),
  });
}
