import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useInputName } from '#web/features/leads/record/lead-fields.tsx';
import { CheckBox } from '#web/ui/choice/check-list.tsx';
import classes from './message-offer.module.css';

/** `present`: the field's value. */
export type Offered = { field: 'name' | 'phone' | 'vehicleNumber' | 'notes'; value: string; present: string };

type MessageOfferProps = {
  offered: Offered[];
  onFill: (chosen: Offered[]) => void;
  onDismiss: () => void;
};

/** Typed values stay unless ticked. */
export function MessageOffer({ offered, onFill, onDismiss }: MessageOfferProps) {
  const t = useTranslations('leads');
  const inputName = useInputName();
  const [ticked, setTicked] = useState(() =>
    offered.filter(({ present }) => !present).map(({ field }) => field),
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
            value: field === 'notes' ? t('message.whole') : value,
          })}
          description={present ? t('message.replaces', { present }) : undefined}
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
