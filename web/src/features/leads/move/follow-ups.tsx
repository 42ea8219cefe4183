import { useTranslations } from 'use-intl';
import type { Lead } from '#contract/leads/leads.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { CheckBox } from '#web/ui/choice/check-list.tsx';
import classes from './follow-ups.module.css';
import { slotDates } from './move-form.ts';

type FollowUpsProps = {
  lead: Lead;
  made: number;
  /** The date being added, '' for none. */
  upcoming: string;
  isLost: boolean;
  onTick: (slot: number, isTicked: boolean) => void;
  onLost: (isLost: boolean) => void;
};

export function FollowUps({ lead, made, upcoming, isLost, onTick, onLost }: FollowUpsProps) {
  const t = useTranslations('leadStatus');
  const formats = useFormats();

  return (
    <fieldset className={classes.followUps}>
      <legend className={classes.legend}>{t('followUps')}</legend>
      {slotDates(lead, made, upcoming).map((date, at) => {
        const slot = at + 1;
        return (
          <CheckBox
            key={slot}
            label={date ? t('followUpOn', { slot, date: formats.date(date) }) : t('followUp', { slot })}
            checked={made >= slot}
            onChange={(event) => onTick(slot, event.currentTarget.checked)}
          />
        );
      })}
      <CheckBox
        label={t('lostCustomer')}
        checked={isLost}
        onChange={(event) => onLost(event.currentTarget.checked)}
      />
    </fieldset>
  );
}
