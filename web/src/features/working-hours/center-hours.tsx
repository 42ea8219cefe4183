import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import {
  editWorkingHours,
  getWorkingHours,
  type StoredWorkingHours,
  type Week,
} from '#contract/working-hours.ts';
import { getWeekOn } from '#contract/working-time.ts';
import { mutateIntoCache } from '#web/lib/api/mutate.ts';
import { useToday } from '#web/lib/dealer/dealer.queries.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { useWeekdayNames } from '#web/lib/format/use-weekday-names.ts';
import { Segments } from '#web/ui/choice/segments.tsx';
import { InlineNotice } from '#web/ui/feedback/notice.tsx';
import { useUndoable } from '#web/ui/feedback/use-undoable.ts';
import { DateField } from '#web/ui/field/date-time-fields.tsx';
import { SettingsForm } from '#web/ui/form/settings-form.tsx';
import { IconButton, IconLink } from '#web/ui/frame/buttons.tsx';
import { hoursFormSchema, replacePlan, toHoursValues } from './hours-values.ts';
import { useHoursForm } from './use-hours-form.tsx';
import { WeekFields } from './week-fields.tsx';
import classes from './working-hours.module.css';

type CenterHoursProps = {
  hours: StoredWorkingHours;
  center: string | undefined;
  // The day from which a coming change holds that is edited; undefined: the hours of today.
  from: string | undefined;
};

/** Shows the week of a center or of the dealer, from a day on, and the changes to come. */
export function CenterHours({ hours, center, from }: CenterHoursProps) {
  const t = useTranslations('workingHours.hours');
  const navigate = useNavigate();
  const today = useToday();
  const formats = useFormats();
  const summary = useSummary();
  const of = center ?? null;
  const toNow = () =>
    void navigate({ to: '/main/workingHours', search: (old) => ({ ...old, from: undefined }) });
  const { form, notice, ...edited } = useHoursForm({
    hours,
    schema: useMemo(() => hoursFormSchema(today), [today]),
    recordOf: (hours) => toHoursValues(hours, of, from ?? today),
    bodyOf: (plan, hours) => ({
      hours: { serviceCenter: of, plans: replacePlan(hours, of, { plan, former: from }) },
    }),
    draft: `workingHours:${center ?? 'all'}:${from ?? ''}`,
    onSaved: from === undefined ? undefined : toNow,
  });
  const kind = useWatch({ control: form.control, name: 'kind' });
  const isAssumed = of === null && !hours.plans.some(({ serviceCenter }) => serviceCenter === null);
  return (
    <>
      <SettingsForm edited={edited} texts={{ save: t('save') }} isSavable={isAssumed}>
        {notice}
        {from !== undefined && (
          <InlineNotice action={t('toNow')} onAction={toNow}>
            {t('editing', { date: formats.date(from) })}
          </InlineNotice>
        )}
        {isAssumed && <p className="quiet">{t('assumed')}</p>}
        {of !== null && (
          <div>
            <Segments
              label={t('kind')}
              value={kind}
              onChange={(kind) => form.setValue('kind', kind, { shouldDirty: true })}
              options={[
                { value: 'same', label: t('same') },
                { value: 'own', label: t('ownHours') },
              ]}
            />
          </div>
        )}
        {kind === 'same' ? (
          <p className="quiet">{summary(getWeekOn(hours, null, from ?? today))}</p>
        ) : (
          <WeekFields form={form} />
        )}
        <DateField
          className={classes.from}
          control={form.control}
          name="validFrom"
          label={t('from')}
          today={today}
          minDate={today}
        />
      </SettingsForm>
      <ComingChanges hours={hours} center={center} today={today} />
    </>
  );
}

function ComingChanges({ hours, center, today }: Omit<CenterHoursProps, 'from'> & { today: string }) {
  const t = useTranslations('workingHours.hours');
  const formats = useFormats();
  const summary = useSummary();
  const of = center ?? null;
  const coming = hours.plans.filter(
    ({ serviceCenter, validFrom }) => serviceCenter === of && validFrom > today,
  );
  const send = (plans: ReturnType<typeof replacePlan>, version?: string) =>
    mutateIntoCache(
      editWorkingHours,
      { body: { hours: { serviceCenter: of, plans }, version } },
      getWorkingHours,
    );
  const removing = useUndoable({
    async act(former: string) {
      const before = replacePlan(hours, of, {});
      await send(replacePlan(hours, of, { former }), hours.version);
      return { former, before };
    },
    line: ({ former }) => t('removed', { date: formats.date(former) }),
    undo: ({ before }) => send(before),
  });
  if (coming.length === 0) return null;
  return (
    <div className="stack">
      <h3 className="heading">{t('coming')}</h3>
      <ul>
        {coming.map(({ validFrom, week }) => {
          const date = formats.date(validFrom);
          return (
            <li key={validFrom} className={`at-ends ${classes.change}`}>
              <span>
                {t('fromDay', { date })}
                <br />
                <span className="quiet">{week ? summary(week) : t('same')}</span>
              </span>
              <span className={classes.actions}>
                <IconLink
                  label={t('edit', { date })}
                  icon={<IconPencil size={17} stroke={1.75} />}
                  link={{ to: '/main/workingHours', search: { center, from: validFrom } }}
                />
                <IconButton
                  label={t('removeChange', { date })}
                  icon={<IconTrash size={17} stroke={1.75} />}
                  variant="subtle"
                  onClick={() => void removing.run(validFrom)}
                />
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function useSummary(): (week: Week) => string {
  const t = useTranslations('workingHours.hours');
  const formats = useFormats();
  const weekdays = useWeekdayNames();
  return (week) => {
    const groups: { days: number[]; hours: string }[] = [];
    week.forEach((spans, day) => {
      const ranges = spans.map(({ from, to }) =>
        t('range', { from: formats.time(from), to: formats.time(to === '24:00' ? '00:00' : to) }),
      );
      const hours = ranges.length === 0 ? t('closed') : formats.all(ranges);
      const last = groups.at(-1);
      if (last?.hours === hours) last.days.push(day);
      else groups.push({ days: [day], hours });
    });
    const named = groups.map(({ days, hours }) => {
      const [from = '', to = ''] = [days[0], days.at(-1)].map((day) => weekdays[day ?? 0] ?? '');
      return t('summary', { days: days.length === 1 ? from : t('range', { from, to }), hours });
    });
    return named.join('; ');
  };
}
