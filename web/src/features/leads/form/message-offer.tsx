import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { MessageField } from '#contract/intake/read-message.ts';
import { platforms } from '#contract/leads/leads.ts';
import type { OfferingChoice, OfferingType } from '#contract/offerings.ts';
import { useLeadInputName } from '#web/features/leads/record/lead-fields.tsx';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { CheckBox } from '#web/ui/choice/check-list.tsx';
import { useLeadCenters } from './lead-inputs.tsx';
import classes from './message-paste.module.css';

/**
 * A field of a lead that a message tells. `type`, `presentType`: of an offering, which a form holds beside it; `isTyped`: what is there was
 * entered for this lead, and not taken over from the one before.
 */
export type Offered = {
  field: MessageField | 'notes';
  value: string;
  type?: '' | OfferingType | undefined;
  present: string;
  presentType: '' | OfferingType;
  isTyped: boolean;
};

type MessageOfferProps = {
  offered: Offered[];
  offerings: readonly OfferingChoice[];
  onFill: (chosen: Offered[]) => void;
  onDismiss: () => void;
};

function useShown(offerings: readonly OfferingChoice[]) {
  const t = useTranslations('leads');
  const formats = useFormats();
  const centers = useLeadCenters() ?? [];
  return (field: Offered['field'], value: string): string => {
    if (field === 'serviceCenter') return centers.find(({ _id }) => _id === value)?.name ?? value;
    if (field === 'serviceOrCampaign') return offerings.find(({ _id }) => _id === value)?.name ?? value;
    if (field === 'appointmentDate') return formats.date(value);
    if (field === 'appointmentTime') return formats.time(value);
    const platform = platforms.find((one) => one === value);
    return field === 'platform' && platform ? t(`platforms.${platform}`) : value;
  };
}

/** Shows what a message says, each line to be ticked, before it is filled in. */
export function MessageOffer({ offered, offerings, onFill, onDismiss }: MessageOfferProps) {
  const t = useTranslations('leads');
  const inputName = useLeadInputName();
  const shown = useShown(offerings);
  const [ticked, setTicked] = useState(() =>
    offered.filter(({ isTyped }) => !isTyped).map(({ field }) => field),
  );
  const offer = useRef<HTMLFieldSetElement>(null);
  // The button, or the first box where each value would replace a typed one.
  useEffect(() => {
    const { current } = offer;
    const button = current?.querySelector<HTMLElement>('button:enabled[data-fill]');
    (button ?? current?.querySelector('input'))?.focus();
    // A scrolled form would keep in view what was there before.
    const frame = requestAnimationFrame(() => current?.scrollIntoView({ block: 'nearest' }));
    return () => cancelAnimationFrame(frame);
  }, []);
  const turn = (field: Offered['field'], isTicked: boolean) =>
    setTicked((all) => (isTicked ? [...all, field] : all.filter((one) => one !== field)));
  return (
    // Escape dismisses the offer, not the dialog.
    <fieldset
      ref={offer}
      className={classes.offer}
      data-mantine-stop-propagation="true"
      onKeyDown={(event) => event.key === 'Escape' && onDismiss()}
    >
      <legend className={classes.title}>{t('message.found')}</legend>
      {offered.map(({ field, value, present }) => (
        <CheckBox
          key={field}
          label={t('message.line', {
            field: inputName(field),
            value: field === 'notes' ? t('message.whole') : shown(field, value),
          })}
          description={present ? t('message.replaces', { present: shown(field, present) }) : undefined}
          checked={ticked.includes(field)}
          onChange={(event) => turn(field, event.currentTarget.checked)}
        />
      ))}
      <div className="button-row">
        <Button
          data-fill
          disabled={ticked.length === 0}
          onClick={() => onFill(offered.filter(({ field }) => ticked.includes(field)))}
        >
          {t('message.fill')}
        </Button>
        <Button variant="default" onClick={onDismiss}>
          {t('message.dismiss')}
        </Button>
      </div>
    </fieldset>
  );
}
