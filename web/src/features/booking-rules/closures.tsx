import { Button } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useFieldArray, useWatch } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { bookingRuleLimits } from '#contract/bookings/booking-rules.ts';
import { textLength } from '#contract/business.ts';
import { calendarDate } from '#contract/text/dates.ts';
import { useToday } from '#web/lib/dealer/dealer.queries.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { DateField, TimeField } from '#web/ui/field/date-time-fields.tsx';
import { TextField } from '#web/ui/field/fields.tsx';
import { IconButton } from '#web/ui/frame/buttons.tsx';
import classes from './booking-rules.module.css';
import type { RulesForm } from './rules-values.ts';

/** Days and hours for which nobody is booked although the center is open. */
export function Closures({ form }: { form: RulesForm }) {
  const t = useTranslations('bookingRules.closures');
  const formats = useFormats();
  const today = useToday();
  const { control } = form;
  const rows = useFieldArray({ control, name: 'closures', keyName: 'key' });
  const written = useWatch({ control, name: 'closures' });
  const focus = (at: number) => requestAnimationFrame(() => form.setFocus(`closures.${at}.day`));
  const add = () => {
    rows.append({ day: '', from: '', to: '', note: '' }, { shouldFocus: false });
    focus(rows.fields.length);
  };
  const describe = (at: number) => {
    const day = written[at]?.day ?? '';
    return calendarDate.safeParse(day).success ? formats.date(day) : t('unnamed', { number: at + 1 });
  };
  // The two times are judged together.
  const judge = (at: number) => {
    if (form.getFieldState(`closures.${at}`).invalid) void form.trigger(`closures.${at}`);
  };
  return (
    <>
      {rows.fields.length === 0 && <p className="quiet">{t('none')}</p>}
      {rows.fields.map(({ key }, at) => (
        <fieldset key={key} className={classes.closure} onBlur={() => judge(at)}>
          <legend className="visually-hidden">{t('group', { number: at + 1 })}</legend>
          <DateField
            control={control}
            name={`closures.${at}.day`}
            className={classes.closureDay}
            label={t('day')}
            today={today}
            minDate={today}
          />
          <TimeField
            control={control}
            name={`closures.${at}.from`}
            label={t('from')}
            placeholder={t('wholeDay')}
          />
          <TimeField
            control={control}
            name={`closures.${at}.to`}
            label={t('to')}
            placeholder={t('wholeDay')}
          />
          <TextField
            control={control}
            name={`closures.${at}.note`}
            className={classes.note}
            label={t('note')}
            maxLength={textLength.line}
            autoComplete="off"
          />
          <IconButton
            className={classes.remove}
            label={t('remove', { closure: describe(at) })}
            icon={<IconTrash size={17} stroke={1.75} />}
            variant="subtle"
            onClick={() => {
              rows.remove(at);
              if (rows.fields.length > 1) focus(Math.max(0, at - 1));
            }}
          />
        </fieldset>
      ))}
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} stroke={1.75} />}
          disabled={rows.fields.length >= bookingRuleLimits.closures}
          onClick={add}
        >
          {t('add')}
        </Button>
      </div>
    </>
  );
}
