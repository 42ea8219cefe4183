import { Button, InputBase } from '@mantine/core';
import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import { textLength } from '#contract/business.ts';
import {
  type ContactChannel,
  type ContactOutcome,
  contactChannels,
  contactOutcomes,
} from '#contract/contacts.ts';
import { Choice } from '#web/ui/choice/choice.tsx';
import { KeyButton } from '#web/ui/keys/key-button.tsx';
import classes from './contact-fields.module.css';

type OutcomeButtonsProps = {
  chosen?: ContactOutcome;
  isDisabled: boolean;
  onOutcome: (outcome: ContactOutcome) => void;
};

type AttemptButtonsProps = {
  isDisabled: boolean;
  onOutcome: (outcome: ContactOutcome) => void;
};

/** The digits of the work screen, and the one before them. */
const attemptKeys: Record<ContactOutcome, string> = {
  reached: '0',
  noAnswer: '1',
  busy: '2',
  callLater: '3',
  wrongNumber: '4',
};

/** Digits that follow each other sooner are a phone number, typed where no field has the focus. */
const keyPauseMs = 3_000;

/** Logs an attempt by its button or by its digit. */
export function AttemptButtons({ isDisabled, onOutcome }: AttemptButtonsProps) {
  const t = useTranslations('leadContact');
  const lastKeyAt = useRef(Number.NEGATIVE_INFINITY);
  const onKey = (outcome: ContactOutcome) => {
    const isTypedOn = performance.now() - lastKeyAt.current < keyPauseMs;
    lastKeyAt.current = performance.now();
    if (!isTypedOn) onOutcome(outcome);
  };
  return (
    <div className={classes.outcomes}>
      {contactOutcomes.map((outcome) => (
        <KeyButton
          key={outcome}
          isSmall
          shortcut={attemptKeys[outcome]}
          label={t(`outcomes.${outcome}`)}
          disabled={isDisabled}
          onPress={() => onOutcome(outcome)}
          onKey={() => onKey(outcome)}
        />
      ))}
    </div>
  );
}

export function OutcomeButtons({ chosen, isDisabled, onOutcome }: OutcomeButtonsProps) {
  const t = useTranslations('leadContact');
  return (
    <div className={classes.outcomes}>
      {contactOutcomes.map((outcome) => (
        <Button
          key={outcome}
          variant={outcome === chosen ? 'light' : 'default'}
          aria-pressed={chosen && outcome === chosen}
          size="xs"
          disabled={isDisabled}
          onClick={() => onOutcome(outcome)}
        >
          {t(`outcomes.${outcome}`)}
        </Button>
      ))}
    </div>
  );
}

type ChannelChoiceProps = { value: ContactChannel; onChange: (channel: ContactChannel) => void };

export function ChannelChoice({ value, onChange }: ChannelChoiceProps) {
  const t = useTranslations('leadContact');
  return (
    <Choice
      size="xs"
      aria-label={t('channel')}
      data={contactChannels.map((value) => ({ value, label: t(`channels.${value}`) }))}
      value={value}
      onChange={(value) => onChange(value as ContactChannel)}
    />
  );
}

type NoteFieldProps = { value: string; onChange: (note: string) => void };

export function NoteField({ value, onChange }: NoteFieldProps) {
  const t = useTranslations('leadContact');
  return (
    <InputBase
      component="textarea"
      multiline
      rows={1}
      aria-label={t('note')}
      placeholder={t('note')}
      maxLength={textLength.notes}
      classNames={{ input: classes.note }}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
