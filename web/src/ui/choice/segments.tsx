import { useId } from 'react';
import { CountBadge } from '#web/ui/feedback/count.tsx';
import classes from './segments.module.css';

/** An option of {@link Segments}; `count`: how many it holds. */
export type SegmentOption<Value extends string> = {
  value: Value;
  label: string;
  // How many, as text; empty while asked, which keeps its place.
  count?: string;
};

type SegmentsProps<Value extends string> = {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly SegmentOption<Value>[];
};

/** Lets the user choose one of a few options that stand side by side. */
export function Segments<Value extends string>({ label, value, onChange, options }: SegmentsProps<Value>) {
  const name = useId();
  const isCounted = options.some(({ count }) => count !== undefined);
  return (
    <div role="radiogroup" aria-label={label} className={classes.track} data-counted={isCounted || undefined}>
      {options.map((option) => (
        <label key={option.value} className={classes.segment}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label} {option.count !== undefined && <CountBadge>{option.count}</CountBadge>}
        </label>
      ))}
    </div>
  );
}
