import classes from './active-switch.module.css';

type ActiveSwitchProps = {
  /** For screen readers: what is switched. */
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
};

/** A switch in a row that acts at once. */
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
