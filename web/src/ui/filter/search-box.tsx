import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ClipboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { textLength } from '#contract/business.ts';
import { fetchPhone } from '#web/lib/format/phone.ts';
import { useDealer } from '#web/lib/session/dealer.ts';
import { useShortcut } from '#web/ui/keys/shortcuts.tsx';
import classes from './search-box.module.css';

const debounce = 250;

type SearchBoxProps = {
  value: string;
  /** Called a moment after the last key; at once on Enter, on clearing and before a link is followed. */
  onSearch: (text: string) => void;
  placeholder?: string;
};

/** A search; `/` focuses it, Escape and the button clear it. */
export function SearchBox({ value, onSearch, placeholder }: SearchBoxProps) {
  const t = useTranslations('ui');
  const { phoneCountry } = useDealer();
  const [text, setText] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<number>(undefined);
  const reported = useRef(value);
  useShortcut('/', t('shortcutSearch'), () => input.current?.select());

  // A search from elsewhere (back, Clear filters) replaces the text; our own echo does not.
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
  const pastePhone = async (pasted: string) => {
    const rules = await fetchPhone().catch(() => undefined);
    type(rules?.findPhone(pasted, phoneCountry) ?? pasted.trim().slice(0, textLength.search));
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
        // A tab that is followed takes along what was typed.
        onBlur={(event) => {
          if (event.relatedTarget?.closest('a')) report(text);
        }}
        onPaste={(event) => {
          if (!isPhoneAmongOthers(event)) return;
          event.preventDefault();
          void pastePhone(event.clipboardData.getData('text/plain'));
        }}
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

/** A paste that replaces the text and has a phone number among others. */
function isPhoneAmongOthers({ clipboardData, currentTarget }: ClipboardEvent<HTMLInputElement>): boolean {
  const { value, selectionStart, selectionEnd } = currentTarget;
  const isWhole = value === '' || (selectionStart === 0 && selectionEnd === value.length);
  const pasted = clipboardData.getData('text/plain').trim();
  return isWhole && /(?:\p{Nd}[\s().-]*){7}/u.test(pasted) && !/^\d+$/.test(pasted);
}
