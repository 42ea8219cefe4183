import { IconCopy, IconPlus, IconTrash } from '@tabler/icons-react';
import { type UseFormReturn, useFieldArray } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { workingHoursLimits } from '#contract/working-hours.ts';
import { useWeekdayNames } from '#web/lib/format/use-weekday-names.ts';
import { TimeField } from '#web/ui/field/date-time-fields.tsx';
import { isSameValue } from '#web/ui/form/leave.ts';
import { useUndoInForm } from '#web/ui/form/use-undo-in-form.ts';
import { IconButton } from '#web/ui/frame/buttons.tsx';
import type { HoursValues } from './hours-values.ts';
import classes from './working-hours.module.css';

type HoursForm<Output> = UseFormReturn<HoursValues, unknown, Output>;

const usualSpan = { from: '09:00', to: '18:00' };

/** Shows the fields of the opening hours of a week; a day can be copied to all. */
export function WeekFields<Output>({ form }: { form: HoursForm<Output> }) {
  const t = useTranslations('workingHours.hours');
  const weekdays = useWeekdayNames();
  const offerUndo = useUndoInForm();
  const copy = (from: number) => {
    const before = structuredClone(form.getValues('week'));
    const spans = before[from]?.spans ?? [];
    const write = (day: number, spans: HoursValues['week'][number]['spans']) =>
      form.setValue(`week.${day}.spans`, structuredClone(spans), { shouldDirty: true });
    const after = before.map((_, day) => {
      write(day, spans);
      return structuredClone(form.getValues(`week.${day}.spans`));
    });
    const undo = () =>
      before.forEach(({ spans }, day) => {
        // What was typed since stays.
        if (isSameValue(form.getValues(`week.${day}.spans`), after[day])) write(day, spans);
      });
    offerUndo(t('copied', { day: weekdays[from] ?? '' }), undo);
  };
  return (
    <div>
      {weekdays.map((name, day) => (
        <Day key={name} form={form} day={day} name={name} onCopy={() => copy(day)} />
      ))}
    </div>
  );
}

type DayProps<Output> = { form: HoursForm<Output>; day: number; name: string; onCopy: () => void };

function Day<Output>({ form, day, name, onCopy }: DayProps<Output>) {
  const t = useTranslations('workingHours.hours');
  const { control } = form;
  const rows = useFieldArray({ control, name: `week.${day}.spans`, keyName: 'key' });
  const add = () => {
    rows.append(rows.fields.length === 0 ? usualSpan : { from: '', to: '' }, {
      focusName: `week.${day}.spans.${rows.fields.length}.from`,
    });
  };
  // The two fields of a span, and two spans, are judged together.
  const judge = () => {
    if (form.getFieldState(`week.${day}`).invalid) void form.trigger(`week.${day}`);
  };
  return (
    <fieldset className={classes.day} data-closed={rows.fields.length === 0 || undefined} onBlur={judge}>
      <legend className="visually-hidden">{name}</legend>
      <span className={classes.name} aria-hidden>
        {name}
      </span>
      <div className={classes.spans}>
        {rows.fields.length === 0 && <span className={`dimmed ${classes.closed}`}>{t('closed')}</span>}
        {rows.fields.map(({ key }, at) => (
          <div key={key} className={classes.span}>
            <TimeField
              control={control}
              name={`week.${day}.spans.${at}.from`}
              aria-label={t('opens', { day: name, number: at + 1 })}
            />
            <span className={classes.dash} aria-hidden>
              –
            </span>
            <TimeField
              control={control}
              name={`week.${day}.spans.${at}.to`}
              aria-label={t('closes', { day: name, number: at + 1 })}
            />
            <IconButton
              label={t('remove', { day: name, number: at + 1 })}
              icon={<IconTrash size={17} stroke={1.75} />}
              variant="subtle"
              onClick={({ currentTarget }) => {
                const row = currentTarget.closest('fieldset');
                rows.remove(at);
                requestAnimationFrame(() => row?.querySelector<HTMLElement>('input, [data-add]')?.focus());
              }}
            />
          </div>
        ))}
      </div>
      <div className={classes.actions}>
        <IconButton
          data-add
          label={t('add', { day: name })}
          icon={<IconPlus size={17} stroke={1.75} />}
          variant="subtle"
          disabled={rows.fields.length >= workingHoursLimits.spans}
          onClick={add}
        />
        <IconButton
          label={t('copy', { day: name })}
          icon={<IconCopy size={17} stroke={1.75} />}
          variant="subtle"
          onClick={onCopy}
        />
      </div>
    </fieldset>
  );
}
