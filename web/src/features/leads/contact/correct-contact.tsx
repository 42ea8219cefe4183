import { Button } from '@mantine/core';
import { useEffect, useReducer } from 'react';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import {
  type Contact,
  contactChannels,
  contactCorrectionMinutes,
  contactOutcomes,
  correctContact,
} from '#contract/contacts.ts';
import { mayCall } from '#web/lib/api/may-call.ts';
import { mutateAndRefetch } from '#web/lib/api/mutate.ts';
import { getDraft } from '#web/lib/browser/drafts.ts';
import { serverClock } from '#web/lib/live/server-clock.ts';
import { useSession } from '#web/lib/session/session.ts';
import { useDraftState } from '#web/ui/form/drafts.tsx';
import { useForm } from '#web/ui/form/use-form.tsx';
import { submitOnCtrlEnter } from '#web/ui/keys/keys.ts';
import { ChannelChoice, NoteField, OutcomeButtons } from './contact-fields.tsx';
import classes from './correct-contact.module.css';

const correction = z.object({
  channel: z.enum(contactChannels),
  outcome: z.enum(contactOutcomes),
  note: z.string(),
});

const draftOf = (contact: string) => `contact:${contact}`;

/** The form that corrects channel, outcome and note of the user's own contact in the timeline. */
export function CorrectContact({ contact, onEnd }: { contact: Contact; onEnd: () => void }) {
  const t = useTranslations('leadContact');
  const ui = useTranslations('ui');
  const { _id: id, channel, outcome, note } = contact;
  const { form, submit, isSaving, failure } = useForm({
    schema: correction,
    record: { channel, outcome, note: note ?? '' },
    isNew: true,
    draft: draftOf(id),
    draftOutlivesClosing: true,
    save: (body) => mutateAndRefetch(correctContact, { params: { id }, body }),
    onClose: onEnd,
  });
  const typed = form.watch();
  const isChange = { shouldDirty: true };
  return (
    <form
      noValidate
      aria-label={t('correctTitle')}
      className={`box ${classes.form}`}
      onSubmit={submit}
      onKeyDown={submitOnCtrlEnter}
    >
      <OutcomeButtons
        chosen={typed.outcome}
        isDisabled={isSaving}
        onOutcome={(outcome) => form.setValue('outcome', outcome, isChange)}
      />
      <ChannelChoice
        value={typed.channel}
        onChange={(channel) => form.setValue('channel', channel, isChange)}
      />
      <NoteField value={typed.note} onChange={(note) => form.setValue('note', note, isChange)} />
      {failure}
      <div className={classes.end}>
        <Button size="xs" variant="default" onClick={onEnd}>
          {ui('cancel')}
        </Button>
        <Button size="xs" type="submit" loading={isSaving}>
          {ui('save')}
        </Button>
      </div>
    </form>
  );
}

/**
 * Says whether the user can correct a contact, and holds whether its form is open.
 *
 * @returns `isPossible`, `isOpen`, `begin` and `end`.
 */
export function useContactCorrection(contact: Contact) {
  const { _id: id, employee, createdAt, undoneAt, isMessage } = contact;
  const self = useSession();
  const [isOpen, setOpen] = useDraftState(`correcting:${id}`, false, { outlivesClosing: true });
  const isOwn = employee._id === self?._id && mayCall(correctContact, self.level) && !undoneAt && !isMessage;
  const isRecent = useIsBefore(Date.parse(createdAt) + contactCorrectionMinutes * 60_000);
  return {
    isPossible: isOwn && isRecent,
    isOpen,
    begin: () => setOpen(true),
    end() {
      getDraft(draftOf(id)).clear();
      setOpen(false);
    },
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
