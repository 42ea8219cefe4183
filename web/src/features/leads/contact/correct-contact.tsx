import { Button } from '@mantine/core';
import type { FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import type { Contact } from '#contract/contacts.ts';
import { FormFailure } from '#web/ui/form/form-failure.tsx';
import { submitOnCtrlEnter } from '#web/ui/keys/keys.ts';
import { useCorrectContact } from './contact.queries.ts';
import { ChannelChoice, NoteField, OutcomeButtons } from './contact-fields.tsx';
import classes from './correct-contact.module.css';
import type { Saying } from './use-correction.ts';

type CorrectContactProps = {
  contact: Contact;
  saying: Saying;
  onSay: (saying: Saying) => void;
  onEnd: () => void;
};

/** A refused correction keeps what is typed. */
export function CorrectContact({ contact, saying, onSay, onEnd }: CorrectContactProps) {
  const t = useTranslations('leadContact');
  const ui = useTranslations('ui');
  const correct = useCorrectContact(contact);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!correct.isPending) correct.mutate(saying, { onSuccess: onEnd });
  };
  return (
    <form
      aria-label={t('correctTitle')}
      className={`box ${classes.form}`}
      onSubmit={submit}
      onKeyDown={submitOnCtrlEnter}
    >
      <OutcomeButtons
        chosen={saying.outcome}
        isDisabled={correct.isPending}
        onOutcome={(outcome) => onSay({ ...saying, outcome })}
      />
      <ChannelChoice value={saying.channel} onChange={(channel) => onSay({ ...saying, channel })} />
      <NoteField value={saying.note} onChange={(note) => onSay({ ...saying, note })} />
      <FormFailure error={correct.error} />
      <div className={classes.end}>
        <Button size="xs" variant="default" onClick={onEnd}>
          {ui('cancel')}
        </Button>
        <Button size="xs" type="submit" loading={correct.isPending}>
          {t('saveCorrection')}
        </Button>
      </div>
    </form>
  );
}
