import { Select, type SelectProps } from '@mantine/core';
import { type SyntheticEvent, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import classes from './search-choice.module.css';

/** One of many choices, found by typing. Options open inside the dialog, which would otherwise hide or close them. */
export function SearchChoice({ onDropdownOpen, onDropdownClose, ...props }: SelectProps) {
  const t = useTranslations('ui');
  const selectWords = (event: SyntheticEvent<HTMLInputElement>) => {
    event.currentTarget.select();
  };
  // Mantine sets the list's id only once open: rendering again has the field refer to it.
  const [isOpen, setOpen] = useState(false);
  const [, setTold] = useState(false);
  useEffect(() => {
    const later = setTimeout(() => setTold(isOpen));
    return () => clearTimeout(later);
  }, [isOpen]);
  const follow = (opens: boolean) => {
    setOpen(opens);
    if (opens) onDropdownOpen?.();
    else onDropdownClose?.();
  };
  return (
    <Select
      searchable
      comboboxProps={{ withinPortal: false, keepMounted: false, transitionProps: { duration: 0 } }}
      checkIconPosition="right"
      allowDeselect={false}
      withScrollArea={false}
      classNames={{ options: classes.options }}
      selectFirstOptionOnChange
      clearButtonProps={{ 'aria-label': t('clear') }}
      onDropdownOpen={() => follow(true)}
      onDropdownClose={() => follow(false)}
      onFocus={selectWords}
      onClick={selectWords}
      {...props}
    />
  );
}
