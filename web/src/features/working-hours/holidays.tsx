import { Button } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useFieldArray, useWatch } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { textLength } from '#contract/business.ts';
import type { StoredWorkingHours } from '#contract/working-hours.ts';
import { useToday } from '#web/lib/dealer/dealer.queries.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { DateField } from '#web/ui/field/date-time-fields.tsx';
import { SelectField, TextField } from '#web/ui/field/fields.tsx';
import { RestoredLine } from '#web/ui/form/drafts.tsx';
import { useUnsavedGuard } from '#web/ui/form/use-unsaved-guard.tsx';
import { IconButton } from '#web/ui/frame/buttons.tsx';
import { submitOnCtrlEnter } from '#web/ui/keys/keys.ts';
import { daysOfHolidays, groupHolidays, holidaysForm, isPast } from './hours-values.ts';
import { useHoursForm } from './use-hours-form.tsx';
import classes from './working-hours.module.css';

type HolidaysProps = { hours: StoredWorkingHours; centers: { value: string; label: string }[] };

/** Days on which all centers or one are closed; those that are over stay as they are. */
export function Holidays({ hours, centers }: HolidaysProps) {
  const t = useTranslations('workingHours.holidays');
  const formats = useFormats();
  const today = useToday();
  const pastOf = ({ holidays }: StoredWorkingHours) =>
    groupHolidays(holidays).filter((holiday) => isPast(holiday, today));
  const { form, submit, isDirty, isSaving, failure, draft, notice } = useHoursForm({
    hours,
    schema: holidaysForm,
    recordOf: ({ holidays }) => ({
      holidays: groupHolidays(holidays).filter((holiday) => !isPast(holiday, today)),
    }),
    bodyOf: ({ holidays }, hours) => ({ holidays: daysOfHolidays([...pastOf(hours), ...holidays]) }),
    draft: 'holidays',
  });
  const { control } = form;
  const rows = useFieldArray({ control, name: 'holidays', keyName: 'key' });
  const written = useWatch({ control, name: 'holidays' });
  const guard = useUnsavedGuard(isDirty);
  const past = pastOf(hours).reverse();
  const all = [{ value: '', label: t('all') }, ...centers];
  const focus = (at: number) => requestAnimationFrame(() => form.setFocus(`holidays.${at}.name`));
  return (
    <form noValidate className={classes.form} onSubmit={submit} onKeyDown={submitOnCtrlEnter}>
      <RestoredLine draft={draft} />
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
      {failure}
      <div className={classes.foot}>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} stroke={1.75} />}
          onClick={() => {
            rows.append({ name: '', from: '', to: '', serviceCenter: '' }, { shouldFocus: false });
            focus(rows.fields.length);
          }}
        >
          {t('add')}
        </Button>
        <Button type="submit" loading={isSaving} disabled={!isDirty}>
          {t('save')}
        </Button>
      </div>
      {past.length > 0 && (
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
                  {all.find(({ value }) => value === serviceCenter)?.label}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {guard.question}
    </form>
  );
}
