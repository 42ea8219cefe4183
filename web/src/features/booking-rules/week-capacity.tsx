import { IconCopy } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useWeekdayNames } from '#web/lib/format/use-weekday-names.ts';
import { HelpTip } from '#web/ui/feedback/help-tip.tsx';
import { TextField } from '#web/ui/field/fields.tsx';
import { isSameValue } from '#web/ui/form/leave.ts';
import { useUndoInForm } from '#web/ui/form/use-undo-in-form.ts';
import { IconButton } from '#web/ui/frame/buttons.tsx';
import classes from './booking-rules.module.css';
import type { RulesForm } from './rules-values.ts';

const capacities = ['perDay', 'perHour'] as const;

/** Shows the fields for how many cars a center takes on each weekday, one of which can be copied to all. */
export function WeekCapacity({ form }: { form: RulesForm }) {
  const t = useTranslations('bookingRules');
  const weekdays = useWeekdayNames();
  const offerUndo = useUndoInForm();
  const copy = (from: number) => {
    const before = structuredClone(form.getValues('week'));
    const source = before[from];
    if (!source) return;
    const write = (day: number, capacity: typeof source) => {
      for (const name of capacities)
        form.setValue(`week.${day}.${name}`, capacity[name], { shouldDirty: true, shouldValidate: true });
    };
    for (const day of before.keys()) write(day, source);
    const undo = () => {
      // What was typed since stays.
      for (const [day, capacity] of before.entries())
        if (isSameValue(form.getValues(`week.${day}`), source)) write(day, capacity);
    };
    offerUndo(t('copied', { day: weekdays[from] ?? '' }), undo);
  };
  return (
    <div>
      <div className={classes.heads}>
        {capacities.map((name) => (
          <span key={name} aria-hidden>
            {t(name)}
          </span>
        ))}
        <HelpTip label={t('aboutPerHour')}>{t('perHourHelp')}</HelpTip>
      </div>
      {weekdays.map((day, at) => (
        <fieldset key={day} className={classes.day}>
          <legend className="visually-hidden">{day}</legend>
          <span className={classes.name} aria-hidden>
            {day}
          </span>
          {capacities.map((name) => (
            <TextField
              key={name}
              control={form.control}
              name={`week.${at}.${name}`}
              aria-label={t(`${name}On`, { day })}
              placeholder={t('anyNumber')}
              inputMode="numeric"
              maxLength={3}
              autoComplete="off"
            />
          ))}
          <IconButton
            label={t('copy', { day })}
            icon={<IconCopy size={17} stroke={1.75} />}
            variant="subtle"
            onClick={() => copy(at)}
          />
        </fieldset>
      ))}
    </div>
  );
}
