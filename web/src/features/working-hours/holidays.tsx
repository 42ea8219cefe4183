import { IconTrash } from '@tabler/icons-react';
import { useFieldArray, useWatch } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { textLength } from '#contract/business.ts';
import type { StoredWorkingHours } from '#contract/working-hours.ts';
import { useToday } from '#web/lib/dealer/dealer.queries.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { DateField } from '#web/ui/field/date-time-fields.tsx';
import { SelectField, TextField } from '#web/ui/field/fields.tsx';
import { SettingsForm } from '#web/ui/form/settings-form.tsx';
import { IconButton } from '#web/ui/frame/buttons.tsx';
import { groupHolidays, holidaysFormSchema, isPastHoliday, ungroupHolidays } from './hours-values.ts';
import { useHoursForm } from './use-hours-form.tsx';
import classes from './working-hours.module.css';

type HolidaysProps = { hours: StoredWorkingHours; centers: { value: string; label: string }[] };

/** Days on which all centers or one are closed; those that are over stay as they are. */
export function Holidays({ hours, centers }: HolidaysProps) {
  const t = useTranslations('workingHours.holidays');
  const today = useToday();
  const pastOf = ({ holidays }: StoredWorkingHours) =>
    groupHolidays(holidays).filter((holiday) => isPastHoliday(holiday, today));
  const { form, notice, ...edited } = useHoursForm({
    hours,
    schema: holidaysFormSchema,
    recordOf: ({ holidays }) => ({
      holidays: groupHolidays(holidays).filter((holiday) => !isPastHoliday(holiday, today)),
    }),
    bodyOf: ({ holidays }, hours) => ({ holidays: ungroupHolidays([...pastOf(hours), ...holidays]) }),
    draft: 'holidays',
  });
  const { control } = form;
  const rows = useFieldArray({ control, name: 'holidays', keyName: 'key' });
  const written = useWatch({ control, name: 'holidays' });
  const past = pastOf(hours).reverse();
  const all = [{ value: '', label: t('all') }, ...centers];
  const focus = (at: number) => requestAnimationFrame(() => form.setFocus(`holidays.${at}.name`));
  const add = () => {
    rows.append({ name: '', from: '', to: '', serviceCenter: '' }, { shouldFocus: false });
    focus(rows.fields.length);
  };
  return (
    <SettingsForm
      edited={edited}
      texts={{ save: t('save'), add: t('add') }}
      onAdd={add}
      after={past.length > 0 && <PastHolidays past={past} centers={all} />}
    >
      {notice}
      {rows.fields.length === 0 && <p className="quiet">{t('none')}</p>}
      {rows.fields.map(({ key }, at) => (
        <fieldset key={key} className={classes.holiday}>
          <legend className="visually-hidden">{t('group', { number: at + 1 })}</legend>
          <TextField
            control={control}
            name={`holidays.${at}.name`}
            className={classes.holidayName}
            label={t('name')}
            maxLength={textLength.name}
            autoComplete="off"
          />
          <SelectField
            control={control}
            name={`holidays.${at}.serviceCenter`}
            className={classes.holidayCenter}
            label={t('center')}
            data={all}
          />
          <IconButton
            className={classes.remove}
            label={t('remove', { name: written[at]?.name || t('unnamed', { number: at + 1 }) })}
            icon={<IconTrash size={17} stroke={1.75} />}
            variant="subtle"
            onClick={() => {
              rows.remove(at);
              if (rows.fields.length > 1) focus(Math.max(0, at - 1));
            }}
          />
          <DateField control={control} name={`holidays.${at}.from`} label={t('from')} today={today} />
          <DateField
            control={control}
            name={`holidays.${at}.to`}
            label={t('to')}
            today={today}
            from={written[at]?.from}
          />
        </fieldset>
      ))}
    </SettingsForm>
  );
}

function PastHolidays({
  past,
  centers,
}: {
  past: ReturnType<typeof groupHolidays>;
  centers: HolidaysProps['centers'];
}) {
  const t = useTranslations('workingHours.holidays');
  const formats = useFormats();
  return (
    <details className={classes.past}>
      <summary>{t('past', { count: past.length })}</summary>
      <ul>
        {past.map(({ name, from, to, serviceCenter }) => (
          <li key={`${serviceCenter} ${from}`}>
            {name}{' '}
            <span className="quiet">
              {[from, to]
                .filter(Boolean)
                .map((day) => formats.date(day))
                .join(' – ')}
              {' · '}
              {centers.find(({ value }) => value === serviceCenter)?.label}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
