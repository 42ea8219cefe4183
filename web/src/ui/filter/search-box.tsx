import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { textLength } from '#contract/business.ts';
import { useDealer } from '#web/lib/dealer/dealer.queries.ts';
import { loadPhoneRules } from '#web/lib/format/phone.ts';
import { useIsPhone } from '#web/ui/frame/use-is-phone.ts';
import { focusFirstRow } from '#web/ui/keys/focus-return.ts';
import { useShortcut } from '#web/ui/keys/shortcuts.tsx';
import classes from './search-box.module.css';

const debounce = 250;

type SearchBoxProps = {
  value: string;
  // Characters from which it narrows the list.
  least?: number;
  onSearch: (text: string) => void;
  placeholder?: string;
};

/**
 * Shows a search field: `/` focuses it, Enter opens the first result, the down arrow goes to the rows, Escape clears it. `least`: the
 * characters from which it searches.
 */
export function SearchBox({ value, least = 1, onSearch, placeholder }: SearchBoxProps) {
  const t = useTranslations('ui');
  const { phoneCountry } = useDealer();
  const [text, setText] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<number>(undefined);
  const reported = useRef(value);
  const isPhone = useIsPhone();
  const goToRows = useWayToRows(value, reported);
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
    goToRows.cancel();
    setText(next);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => report(next), debounce);
  };
  const pastePhone = async (pasted: string) => {
    const rules = await loadPhoneRules().catch(() => undefined);
    type(rules?.findFirstPhone(pasted, phoneCountry) ?? pasted.trim().slice(0, textLength.search));
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
          goToRows.cancel();
          if (event.relatedTarget?.closest('a')) report(text);
        }}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text/plain');
          if (!isWhole(event.currentTarget) || !isPhoneAmongOthers(pasted)) return;
          event.preventDefault();
          void pastePhone(pasted);
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Escape' && text) clear();
          if (event.key !== 'Enter' && event.key !== 'ArrowDown') return;
          event.preventDefault();
          report(text);
          // A phone's key says 'Search', and its rows are a tap away.
          if (event.key === 'ArrowDown') goToRows.begin('focus');
          else if (text.trim().length >= least && !isPhone) goToRows.begin('open');
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
          ) : isPhone ? undefined : (
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

function isWhole({ value, selectionStart, selectionEnd }: HTMLInputElement): boolean {
  return value === '' || (selectionStart === 0 && selectionEnd === value.length);
}

function isPhoneAmongOthers(text: string): boolean {
  const pasted = text.trim();
  return /(?:\p{Nd}[\s().-]*){7}/u.test(pasted) && !/^\d+$/.test(pasted);
}

function useWayToRows(value: string, reported: RefObject<string>) {
  const wish = useRef<'focus' | 'open'>(undefined);
  const stop = useRef<() => void>(undefined);
  const go = useCallback(() => {
    stop.current?.();
    if (wish.current) stop.current = focusFirstRow(wish.current === 'open');
    wish.current = undefined;
  }, []);
  const cancel = useCallback(() => {
    wish.current = undefined;
    stop.current?.();
  }, []);
  useEffect(() => {
    if (value === reported.current) go();
  }, [value, reported, go]);
  useEffect(() => cancel, [cancel]);
  return {
    begin(next: 'focus' | 'open') {
      cancel();
      wish.current = next;
      if (value === reported.current) go();
    },
    cancel,
  };
}
