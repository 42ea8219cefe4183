import { Button } from '@mantine/core';
import { type FormEvent, useEffect, useReducer } from 'react';
import { useTranslations } from 'use-intl';
import { type Contact, contactCorrectionMinutes, correctContact } from '#contract/contacts.ts';
import { mayCall } from '#web/lib/api/may-call.ts';
import { serverClock } from '#web/lib/live/server-clock.ts';
import { useSession } from '#web/lib/session/session.ts';
import { useDraftState } from '#web/ui/form/drafts.tsx';
import { FormFailure } from '#web/ui/form/refusals.tsx';
import { submitOnCtrlEnter } from '#web/ui/keys/keys.ts';
import { useCorrectContact } from './contact.queries.ts';
import { ChannelChoice, NoteField, OutcomeButtons } from './contact-fields.tsx';
import classes from './correct-contact.module.css';

type CorrectContactProps = {
  contact: Contact;
  draft: ContactDraft;
  onSay: (draft: ContactDraft) => void;
  onEnd: () => void;
};

export function CorrectContact({ contact, draft, onSay, onEnd }: CorrectContactProps) {
  const t = useTranslations('leadContact');
  const ui = useTranslations('ui');
  const correct = useCorrectContact(contact);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!correct.isPending) correct.mutate(draft, { onSuccess: onEnd });
  };
  return (
    <form
      aria-label={t('correctTitle')}
      className={`box ${classes.form}`}
      onSubmit={submit}
      onKeyDown={submitOnCtrlEnter}
    >
      <OutcomeButtons
        chosen={draft.outcome}
        isDisabled={correct.isPending}
        onOutcome={(outcome) => onSay({ ...draft, outcome })}
      />
      <ChannelChoice value={draft.channel} onChange={(channel) => onSay({ ...draft, channel })} />
      <NoteField value={draft.note} onChange={(note) => onSay({ ...draft, note })} />
      <FormFailure error={correct.error} />
      <div className={classes.end}>
        <Button size="xs" variant="default" onClick={onEnd}>
          {ui('cancel')}
        </Button>
        <Button size="xs" type="submit" loading={correct.isPending}>
          {ui('save')}
        </Button>
      </div>
    </form>
  );
}

type ContactDraft = Pick<Contact, 'channel' | 'outcome'> & { note: string };

export function useContactCorrection(contact: Contact) {
  const { _id: id, channel, outcome, note, employee, createdAt, undoneAt, isMessage } = contact;
  const self = useSession();
  const [draft, say] = useDraftState<ContactDraft | undefined>(`correct:${id}`, undefined, {
    outlivesClosing: true,
  });
  const isOwn = employee._id === self?._id && mayCall(correctContact, self.level) && !undoneAt && !isMessage;
  const isRecent = useIsBefore(Date.parse(createdAt) + contactCorrectionMinutes * 60_000);
  return {
    isPossible: isOwn && isRecent,
    draft,
    begin: () => say({ channel, outcome, note: note ?? '' }),
    say,
    end: () => say(undefined),
  };
}

function useIsBefore(moment: number): boolean {
  const [, tick] = useReducer((ticks: number) => ticks + 1, 0);
  const left = moment - serverClock.now().getTime();
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(tick, left);
    return () => clearTimeout(timer);
  }, [left]);
  return left > 0;
}
