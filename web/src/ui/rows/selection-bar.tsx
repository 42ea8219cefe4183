import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { IconButton } from '#web/ui/frame/buttons.tsx';
import classes from './selection-bar.module.css';

type SelectionBarProps = {
  label: string;
  said: string;
  more?: ReactNode;
  clear: { label: string; onClear: () => void };
  children: ReactNode;
};

/** Shows below a list what can be done with the rows that are chosen. */
export function SelectionBar({ label, said, more, clear, children }: SelectionBarProps) {
  return (
    <section className={classes.bar} aria-label={label}>
      <div className={classes.count}>
        <p role="status">{said}</p>
        {more}
      </div>
      <div className={classes.actions}>
        {children}
        <IconButton label={clear.label} icon={<IconX size={16} stroke={1.75} />} onClick={clear.onClear} />
      </div>
    </section>
  );
}
