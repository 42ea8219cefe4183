import { InputBase } from '@mantine/core';
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
import { outcomeKeys, reachedKey } from './outcome-keys.ts';

type OutcomeButtonsProps = {
  chosen?: ContactOutcome;
  hasKeys?: boolean;
  isDisabled: boolean;
  onOutcome: (outcome: ContactOutcome) => void;
};

const keys: Record<ContactOutcome, string> = { ...outcomeKeys, reached: reachedKey };

/** Shows a button for each outcome of an attempt to reach a customer. */
export function OutcomeButtons({ chosen, hasKeys = false, isDisabled, onOutcome }: OutcomeButtonsProps) {
  const t = useTranslations('leadContact');
  return (
    <div className={classes.outcomes}>
      {contactOutcomes.map((outcome) => (
        <KeyButton
          key={outcome}
          isSmall
          data-outcome={outcome}
          shortcut={hasKeys ? keys[outcome] : undefined}
          label={t(`outcomes.${outcome}`)}
          isPressed={chosen && outcome === chosen}
          disabled={isDisabled}
          onPress={() => onOutcome(outcome)}
        />
      ))}
    </div>
  );
}

type ChannelChoiceProps = { value: ContactChannel; onChange: (channel: ContactChannel) => void };

/** Lets the user choose the channel of an attempt to reach a customer. */
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

/** The note about an attempt to reach a customer. */
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
