import { useLocale, useTranslations } from 'use-intl';
import { followUpSlots } from '#contract/business.ts';
import type { Lead } from '#contract/leads.ts';
import { formatDate } from '#web/lib/format.ts';
import { CheckBox } from '#web/ui/check-box.tsx';
import classes from './follow-ups.module.css';
import { slotDates } from './move-form.ts';

type FollowUpsProps = {
  lead: Lead;
  /** How many follow-ups are ticked. */
  made: number;
  /** The date that is being added, '' for none. */
  upcoming: string;
  isLost: boolean;
  /** Three follow-ups made mean lost. */
  onChange: (made: number, isLost: boolean) => void;
};

/** The follow-ups of a potential lead, each with its date once it is set, and the Lost Customer box. */
export function FollowUps({ lead, made, upcoming, isLost, onChange }: FollowUpsProps) {
  const t = useTranslations('leadStatus');
  const locale = useLocale();
  const tick = (slot: number, isTicked: boolean) => {
    const count = isTicked ? slot : slot - 1;
    onChange(count, count >= followUpSlots);
  };
  const mark = (isTicked: boolean) =>
    onChange(
      isTicked || made < followUpSlots ? made : Math.min(lead.followUpCount, followUpSlots - 1),
      isTicked,
    );

  return (
    <fieldset className={classes.followUps}>
      <legend className={classes.legend}>{t('followUps')}</legend>
      {slotDates(lead, made, upcoming).map((date, at) => {
        const slot = at + 1;
        return (
          <CheckBox
            key={slot}
            label={date ? t('followUpOn', { slot, date: formatDate(date, locale) }) : t('followUp', { slot })}
            checked={made >= slot}
            onChange={(event) => tick(slot, event.currentTarget.checked)}
          />
        );
      })}
      <CheckBox
        label={t('lostCustomer')}
        checked={isLost}
        onChange={(event) => mark(event.currentTarget.checked)}
      />
    </fieldset>
  );
}
