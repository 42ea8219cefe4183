import { IconInfoCircle } from '@tabler/icons-react';
import { type ReactNode, type ToggleEvent, useId, useRef } from 'react';
import classes from './help-tip.module.css';

const width = 320;
const gap = 4;
const margin = 16;

/** Shows an (i) that opens a sentence of help below itself. Escape and a click elsewhere close it. */
export function HelpTip({ label, children }: { label: string; children: ReactNode }) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const placeBelow = ({ newState, currentTarget: { style } }: ToggleEvent<HTMLDivElement>) => {
    const place = button.current?.getBoundingClientRect();
    if (newState !== 'open' || !place) return;
    const farthest = document.documentElement.clientWidth - width - margin;
    style.left = `${Math.max(margin, Math.min(place.left, farthest)) + window.scrollX}px`;
    style.top = `${place.bottom + gap + window.scrollY}px`;
  };
  return (
    <>
      <button ref={button} type="button" className={classes.button} aria-label={label} popoverTarget={id}>
        <IconInfoCircle size={16} stroke={1.75} aria-hidden />
      </button>
      <div id={id} popover="auto" className={classes.tip} onBeforeToggle={placeBelow}>
        {children}
      </div>
    </>
  );
}
