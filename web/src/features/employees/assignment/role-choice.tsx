import { useId } from 'react';
import { useTranslations } from 'use-intl';
import group from '#web/ui/choice/option-group.module.css';
import type { Role } from './may-assign.ts';
import classes from './role-choice.module.css';

type RoleChoiceProps = {
  roles: readonly Role[];
  value: Role | undefined;
  onChange: (role: Role) => void;
};

export function RoleChoice({ roles, value, onChange }: RoleChoiceProps) {
  const t = useTranslations('employees');
  const id = useId();
  return (
    <fieldset>
      <legend className={group.legend}>{t('role')}</legend>
      <div className={classes.options}>
        {roles.map((role, at) => (
          <div key={role} className={`${group.option} ${classes.option}`}>
            <input
              type="radio"
              name={id}
              id={id + role}
              className={group.input}
              aria-describedby={`${id}${role}-why`}
              checked={role === value}
              onChange={() => onChange(role)}
              data-autofocus={role === value || (!value && at === 0) || undefined}
            />
            <label htmlFor={id + role} className={classes.label}>
              {t(`roles.${role}`)}
            </label>
            <span id={`${id}${role}-why`} className={classes.why}>
              {t(`rolesWhy.${role}`)}
            </span>
          </div>
        ))}
      </div>
    </fieldset>
  );
}
