import { type ComponentProps, useId } from 'react';
import classes from './check-box.module.css';

type CheckBoxProps = Omit<ComponentProps<'input'>, 'type'> & {
  label: string;
  description?: string;
};

/** A box with its label; `className` is of both. */
export function CheckBox({ label, description, className = '', ...input }: CheckBoxProps) {
  const id = useId();
  return (
    <>
      <label className={`${classes.box} ${className}`}>
        <input type="checkbox" aria-describedby={description && id} {...input} />
        {label}
      </label>
      {description && (
        <p id={id} className={classes.description}>
          {description}
        </p>
      )}
    </>
  );
}
