import { useId } from 'react';
import { useTranslations } from 'use-intl';
import type { Place } from './may-assign.ts';
import classes from './place-choice.module.css';

type PlaceChoiceProps = {
  places: readonly Place[];
  value: Place | undefined;
  onChange: (place: Place) => void;
};

/** Where somebody is put, all choices in sight. Arrow keys move between them. */
export function PlaceChoice({ places, value, onChange }: PlaceChoiceProps) {
  const t = useTranslations('employees');
  const id = useId();
  return (
    <fieldset className={classes.choice}>
      <legend className={classes.legend}>{t('role')}</legend>
      <div className={classes.options}>
        {places.map((place, at) => (
          <div key={place} className={classes.option}>
            <input
              type="radio"
              name={id}
              id={id + place}
              className={classes.input}
              aria-describedby={`${id}${place}-why`}
              checked={place === value}
              onChange={() => onChange(place)}
              data-autofocus={place === value || (!value && at === 0) || undefined}
            />
            <label htmlFor={id + place} className={classes.label}>
              {t(`places.${place}`)}
            </label>
            <span id={`${id}${place}-why`} className={classes.why}>
              {t(`placesWhy.${place}`)}
            </span>
          </div>
        ))}
      </div>
    </fieldset>
  );
}
