import { IconX } from '@tabler/icons-react';
import classes from './filter-chips.module.css';

type FilterChipsProps = {
  /** For screen readers. */
  label: string;
  chips: readonly {
    key: string;
    text: string;
    /** Its action for screen readers; contains the text. */
    action: string;
    onRemove: () => void;
  }[];
};

/** Filters set by a link, each a button that removes it. */
export function FilterChips({ label, chips }: FilterChipsProps) {
  if (chips.length === 0) return null;
  return (
    <ul className="button-row" aria-label={label}>
      {chips.map(({ key, text, action, onRemove }) => (
        <li key={key} style={{ maxWidth: '100%' }}>
          <button
            type="button"
            className={classes.chip}
            aria-label={action}
            title={action}
            onClick={onRemove}
          >
            <span className="one-line">{text}</span>
            <IconX size={14} stroke={2} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  );
}
