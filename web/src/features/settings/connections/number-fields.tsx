import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { messages } from '#contract/call/messages.ts';
import type { Connection } from '#contract/intake/connections.ts';
import classes from './connections.module.css';

/** By service center: Meta's ids of its numbers, with spaces or commas between them. */
export const numbersByCenter = z.record(
  z.string(),
  z
    .string()
    .regex(/^[\d\s,]*$/, messages.invalidNumberId)
    .optional(),
);

type ByCenter = z.infer<typeof numbersByCenter>;

export const numbersIn = {
  form: (numbers: Connection['numbers']): ByCenter => {
    const byCenter = Map.groupBy(numbers, ({ serviceCenter }) => serviceCenter._id);
    return Object.fromEntries(
      [...byCenter].map(([center, all]) => [center, all.map(({ number }) => number).join(', ')]),
    );
  },
  body: (byCenter: ByCenter) =>
    Object.entries(byCenter).flatMap(([serviceCenter, typed]) =>
      (typed?.match(/\d+/g) ?? []).map((number) => ({ number, serviceCenter })),
    ),
};

type Center = { value: string; label: string };

/** Which of the dealer's WhatsApp numbers belong to which service center; each has a field. */
export function NumberFields(props: { centers: readonly Center[]; children: (center: Center) => ReactNode }) {
  const t = useTranslations('intake.connections.numbers');
  if (props.centers.length < 2) return null;
  return (
    <details>
      <summary>{t('title')}</summary>
      <p className={`quiet ${classes.numbersWhy}`}>{t('why')}</p>
      <div className={classes.fields}>{props.centers.map(props.children)}</div>
    </details>
  );
}
