import classes from './active-switch.module.css';

type ActiveSwitchProps = {
  /** What is switched, for screen readers; the state is said beside it. */
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
};

/** A switch in a list's row that acts at once. */
export function ActiveSwitch({ label, isOn, onChange }: ActiveSwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={label}
      className={classes.switch}
      onClick={() => onChange(!isOn)}
    >
      <span className={classes.track}>
        <span className={classes.thumb} />
      </span>
    </button>
  );
}
