import { useTranslations } from 'use-intl';
import type { CenterBookingRules } from '#contract/bookings/booking-rules.ts';
import { useToday } from '#web/lib/dealer/dealer.queries.ts';
import { Choice } from '#web/ui/choice/choice.tsx';
import { isSameValue } from '#web/ui/form/leave.ts';
import { useUndoInForm } from '#web/ui/form/use-undo-in-form.ts';
import classes from './booking-rules.module.css';
import { type RulesForm, type RulesValues, toRulesValues } from './rules-values.ts';

// What is undone together, unless some of it was typed since.
const copied = [['daysAhead'], ['notice', 'noticeUnit']] as const;

/** Fills the form with what another center takes; closures are each center's own. */
export function CopyRules({ form, centers }: { form: RulesForm; centers: readonly CenterBookingRules[] }) {
  const t = useTranslations('bookingRules');
  const today = useToday();
  const offerUndo = useUndoInForm();
  const sources = centers.filter(({ rules }) => rules !== null);
  if (sources.length === 0) return null;
  const copy = (id: string) => {
    const source = sources.find(({ serviceCenter }) => serviceCenter._id === id);
    if (!source) return;
    const values = toRulesValues(source.rules, today);
    const before = structuredClone(form.getValues());
    const isCopied = (names: readonly (keyof RulesValues)[]) =>
      names.every((name) => isSameValue(form.getValues(name), values[name]));
    const write = (names: (typeof copied)[number], from: RulesValues) => {
      for (const name of names) form.setValue(name, from[name], { shouldDirty: true });
    };
    const writeDay = (day: number, capacity: RulesValues['week'][number]) =>
      form.setValue(`week.${day}`, { ...capacity }, { shouldDirty: true });
    for (const names of copied) write(names, values);
    for (const [day, capacity] of values.week.entries()) writeDay(day, capacity);
    const undo = () => {
      // What was typed since stays.
      for (const names of copied) if (isCopied(names)) write(names, before);
      for (const [day, capacity] of before.week.entries())
        if (isSameValue(form.getValues(`week.${day}`), values.week[day])) writeDay(day, capacity);
    };
    offerUndo(t('copiedFrom', { center: source.serviceCenter.name }), undo);
  };
  return (
    <Choice
      className={classes.copyFrom}
      label={t('copyFrom')}
      placeholder={t('chooseCenter')}
      data={sources.map(({ serviceCenter: { _id, name } }) => ({ value: _id, label: name }))}
      value=""
      onChange={copy}
    />
  );
}
