import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import classes from './search-box.module.css';
import { useShortcut } from './shortcuts.tsx';

const debounce = 250;

type SearchBoxProps = {
  /** The search in force, from the URL. */
  value: string;
  /** Called a moment after the last key, at once on Enter and on clearing. */
  onSearch: (text: string) => void;
  placeholder?: string;
};

/** A search field that reports a pause in typing; `/` focuses it, Escape and the button clear it. */
export function SearchBox({ value, onSearch, placeholder }: SearchBoxProps) {
  const t = useTranslations('ui');
  const [text, setText] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<number>(undefined);
  const reported = useRef(value);
  useShortcut('/', t('shortcutSearch'), () => input.current?.select());

  // A search that comes from elsewhere (back, Clear filters) replaces the text; the echo of our own typing does not.
  useEffect(() => {
    if (value === reported.current) return;
    reported.current = value;
    window.clearTimeout(timer.current);
    setText(value);
  }, [value]);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const report = (next: string) => {
    window.clearTimeout(timer.current);
    const trimmed = next.trim();
    if (trimmed === reported.current) return;
    reported.current = trimmed;
    onSearch(trimmed);
  };
  const type = (next: string) => {
    setText(next);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => report(next), debounce);
  };
  const clear = () => {
    setText('');
    report('');
    input.current?.focus();
  };

  return (
    <search className={classes.box}>
      <TextInput
        ref={input}
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') report(text);
          if (event.key === 'Escape' && text) clear();
          else if (event.key === 'Escape') input.current?.blur();
        }}
        aria-label={t('search')}
        placeholder={placeholder ?? t('search')}
        leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
        rightSectionPointerEvents="all"
        rightSection={
          text ? (
            <CloseButton
              size="sm"
              iconSize={14}
              className={classes.clear}
              aria-label={t('clear')}
              onClick={clear}
            />
          ) : (
            <kbd className={classes.key} aria-hidden>
              /
            </kbd>
          )
        }
        maxLength={100}
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
      />
    </search>
  );
}
