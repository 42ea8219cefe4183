import { TextInput } from '@mantine/core';
import { type ComponentProps, type KeyboardEvent, type Ref, useEffect, useId, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import classes from './check-list.module.css';

const searchFrom = 9;

type CheckListProps = {
  label: string;
  options: readonly { value: string; label: string; detail?: string }[] | undefined;
  value: readonly string[];
  onChange: (value: string[]) => void;
  count?: string;
  searchLabel: string;
  none: string;
  error?: string;
  isFirst?: boolean;
  ref?: Ref<HTMLFieldSetElement>;
};

/** Lets the user tick several options; a long list can be searched. */
export function CheckList(props: CheckListProps) {
  const { label, options, value, onChange, count, searchLabel, none, error, isFirst, ref } = props;
  const t = useTranslations('ui');
  const [typed, setTyped] = useState('');
  const errorId = useId();
  const hasSearch = options !== undefined && options.length >= searchFrom;
  const search = useRef<HTMLInputElement>(null);
  // The list had the focus while its options were loading.
  useEffect(() => {
    const field = search.current;
    if (isFirst && hasSearch && field?.closest('fieldset') === document.activeElement) field?.focus();
  }, [isFirst, hasSearch]);
  const wanted = typed.trim().toLocaleLowerCase();
  const shown = options?.filter((option) => option.label.toLocaleLowerCase().includes(wanted));
  const turn = (one: string, isChosen: boolean) =>
    onChange(isChosen ? [...value, one] : value.filter((other) => other !== one));
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, currentTarget, nativeEvent } = event;
    if (nativeEvent.isComposing) return;
    if (key === 'Escape') setTyped('');
    if (key !== 'Enter' && key !== 'ArrowDown') return;
    // Enter would send the form.
    event.preventDefault();
    const [first] = shown ?? [];
    if (key === 'ArrowDown')
      currentTarget.closest('fieldset')?.querySelector<HTMLElement>('[type=checkbox]')?.focus();
    else if (first && wanted) turn(first.value, !value.includes(first.value));
  };

  return (
    <fieldset
      ref={ref}
      tabIndex={-1}
      data-autofocus={(isFirst && !hasSearch) || undefined}
      aria-describedby={error ? errorId : undefined}
      aria-busy={!options}
    >
      <legend className={classes.legend}>
        {label} <span className={classes.count}>{count}</span>
      </legend>
      {hasSearch && (
        <TextInput
          ref={search}
          className={classes.search}
          aria-label={searchLabel}
          placeholder={searchLabel}
          data-autofocus={isFirst || undefined}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={onKey}
          // Escape clears it first.
          wrapperProps={{ 'data-mantine-stop-propagation': typed !== '' || undefined }}
          autoComplete="off"
        />
      )}
      <div className={classes.options}>
        {shown?.map((option) => (
          <CheckBox
            key={option.value}
            className={classes.option}
            label={option.label}
            detail={option.detail}
            checked={value.includes(option.value)}
            onChange={(event) => turn(option.value, event.currentTarget.checked)}
          />
        ))}
        {!shown && (
          <span className={classes.option}>
            <Skeleton width="50%" />
          </span>
        )}
        {shown?.length === 0 && <p className={classes.none}>{options?.length ? t('noMatch') : none}</p>}
      </div>
      {error && (
        <p id={errorId} role="alert" className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

type CheckBoxProps = Omit<ComponentProps<'input'>, 'type'> & {
  label: string;
  detail?: string;
  description?: string;
};

/** Shows a check box with its label and, if given, a detail and a description. */
export function CheckBox({ label, detail, description, className = '', ...input }: CheckBoxProps) {
  const id = useId();
  const box = (
    <label className={`${classes.box} ${className}`}>
      <input type="checkbox" aria-describedby={description && id} {...input} />
      {detail ? (
        <span className={classes.detailed}>
          <span>{label}</span> <span className={classes.detail}>{detail}</span>
        </span>
      ) : (
        label
      )}
    </label>
  );
  if (!description) return box;
  return (
    <div>
      {box}
      <p id={id} className={classes.description}>
        {description}
      </p>
    </div>
  );
}
