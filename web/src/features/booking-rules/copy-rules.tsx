import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { CenterBookingRules } from '#contract/bookings/booking-rules.ts';
import { useToday } from '#web/lib/dealer/dealer.queries.ts';
import { Choice } from '#web/ui/choice/choice.tsx';
import { offerUndo } from '#web/ui/feedback/status-bar.tsx';
import classes from './booking-rules.module.css';
import type { RulesForm } from './rules-form.ts';
import { toRulesValues } from './rules-values.ts';

const copied = ['week', 'daysAhead', 'notice', 'noticeUnit'] as const;

/** Fills the form with what another center takes; closures are each center's own. */
export function CopyRules({ form, centers }: { form: RulesForm; centers: readonly CenterBookingRules[] }) {
  const t = useTranslations('bookingRules');
  const today = useToday();
  const undoing = useRef<() => void>(undefined);
  // The form that it would be undone in is gone.
  useEffect(() => () => undoing.current?.(), []);
  const sources = centers.filter(({ rules }) => rules !== null);
  if (sources.length === 0) return null;
  const copy = (id: string) => {
    const source = sources.find(({ serviceCenter }) => serviceCenter._id === id);
    if (!source) return;
    const write = (values: ReturnType<typeof toRulesValues>) => {
      for (const name of copied) form.setValue(name, structuredClone(values[name]), { shouldDirty: true });
    };
    const before = structuredClone(form.getValues());
    write(toRulesValues(source.rules, today));
    undoing.current = offerUndo(t('copiedFrom', { center: source.serviceCenter.name }), () => write(before));
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
