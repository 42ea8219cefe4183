import { useTranslations } from 'use-intl';
import type { Connection } from '#contract/intake/connections.ts';
import { intakeLimits } from '#contract/intake/deliveries.ts';
import { addDays } from '#contract/text/dates.ts';
import { useToday } from '#web/lib/dealer/dealer.queries.ts';
import classes from './day-bars.module.css';

const { days: count } = intakeLimits;
/** Pixels of a bar, with what parts it from the next, and its lowest and greatest height. */
const bar = { width: 6, step: 8, lowest: 2, height: 14 };

/** How much came on each of the last days, what was refused above it, and how much both are in all. */
export function DayBars({ days }: Pick<Connection, 'days'>) {
  const t = useTranslations('intake.connections');
  const today = useToday();
  const shown = Array.from({ length: count }, (_, at) => {
    const day = addDays(today, at + 1 - count);
    return { accepted: 0, refused: 0, ...days.find((each) => each.day === day), day };
  });
  const sum = (kind: 'accepted' | 'refused') => shown.reduce((total, day) => total + day[kind], 0);
  const most = Math.max(1, ...shown.map(({ accepted, refused }) => accepted + refused));
  const tall = (part: number) => (part === 0 ? 0 : Math.max(bar.lowest, (part / most) * bar.height));
  return (
    <>
      <svg className={classes.bars} viewBox={`0 0 ${count * bar.step} ${bar.height}`} aria-hidden>
        {shown.map(({ day, accepted, refused }, at) => {
          const base = { x: at * bar.step, width: bar.width };
          const top = bar.height - tall(accepted);
          return (
            <g key={day}>
              <rect className={classes.ground} {...base} y={bar.height - 1} height={1} />
              <rect className={classes.accepted} {...base} y={top} height={tall(accepted)} />
              <rect className={classes.refused} {...base} y={top - tall(refused)} height={tall(refused)} />
            </g>
          );
        })}
      </svg>
      <span className={classes.counts}>
        {t('counts', { accepted: sum('accepted'), refused: sum('refused') })}
      </span>
    </>
  );
}
