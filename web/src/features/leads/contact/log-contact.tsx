import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { v4 as uuid } from 'uuid';
import type { ContactOutcome } from '#contract/contacts.ts';
import type { Lead } from '#contract/leads/leads.ts';
import { useDealer } from '#web/lib/dealer/dealer.queries.ts';
import { serverClock } from '#web/lib/live/server-clock.ts';
import { Choice } from '#web/ui/choice/choice.tsx';
import { useUndoOffer } from '#web/ui/feedback/use-undoable.ts';
import { useDraftText } from '#web/ui/form/drafts.tsx';
import { FormFailure } from '#web/ui/form/refusals.tsx';
import { useLogContact, useUndoContact } from './contact.queries.ts';
import { ChannelChoice, NoteField, OutcomeButtons } from './contact-fields.tsx';
import classes from './log-contact.module.css';
import { useRegisterLogContact } from './register-log-contact.ts';
import { getTryAgainTime, type TryAgainChoice, tryAgainChoices } from './try-again.ts';
import type { CallAttempt } from './use-call-return.ts';

type LogContactProps = { lead: Lead; reaching: CallAttempt };

export function LogContact({ lead, reaching }: LogContactProps) {
  const { channel, setChannel, isBack, finish: settle } = reaching;
  const t = useTranslations('leadContact');
  const { timeZone } = useDealer();
  const [note, setNote, takeOut] = useDraftText(`note:${lead._id}`);
  const [again, setAgain] = useState<TryAgainChoice | ''>('');
  const log = useLogContact(lead._id);
  const offerToUndo = useLoggedOffer();
  // A repeated press sends the same one.
  const key = useRef(uuid());

  const choices = tryAgainChoices.filter((choice) => getTryAgainTime(choice, serverClock.now(), timeZone));
  const onOutcome = async (outcome: ContactOutcome) => {
    if (log.isPending) return;
    const at = again ? getTryAgainTime(again, serverClock.now(), timeZone) : undefined;
    try {
      const { contact } = await log.mutateAsync({
        ...{ channel, outcome, note, key: key.current },
        tryAgainAt: at?.toISOString(),
      });
      key.current = uuid();
      takeOut(note);
      setAgain('');
      settle();
      offerToUndo({ contact: contact._id, outcome, name: lead.name });
    } catch {
      // Said below.
    }
  };
  useRegisterLogContact(lead._id, (outcome) => void onOutcome(outcome));
  return (
    <section className={classes.log}>
      <h3 className={isBack ? classes.title : 'visually-hidden'}>
        {isBack ? t('wentHow', { name: lead.name }) : t('log')}
      </h3>
      <OutcomeButtons isDisabled={log.isPending} onOutcome={(outcome) => void onOutcome(outcome)} />
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
    </section>
  );
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
