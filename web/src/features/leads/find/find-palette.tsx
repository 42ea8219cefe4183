import { getDefaultZIndex, Input, ModalBase, ModalBaseContent, ModalBaseOverlay } from '@mantine/core';
import '@mantine/core/styles/ModalBase.layer.css';
import { useWindowEvent } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import {
  type KeyboardEvent as ReactKeyboardEvent,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useTranslations } from 'use-intl';
import { textLength } from '#contract/business.ts';
import { restoreFocus } from '#web/ui/keys/focus-return.ts';
import { clearKeyBuffer, flushKeysIntoFocus } from '#web/ui/keys/key-buffer.ts';
import type { FindItem, FindScope } from './find-items.ts';
import classes from './find-palette.module.css';
import { findPaletteState, useFindPaletteState } from './find-state.ts';
import { MarkedText } from './marked-text.tsx';
import { useFindCommands } from './use-commands.ts';
import { useFindPeople } from './use-people.tsx';

/** Shows people as they are typed, then what can be done; with nothing typed the leads opened last. Arrows move, Enter opens. */
export function FindPalette({ screens, hasCenters }: FindScope) {
  const t = useTranslations('find');
  const [query, setQuery] = useState(useFindPaletteState().text);
  const listId = useId();
  const text = query.trim();
  const people = useFindPeople(text);
  const commands = useFindCommands(text, { screens, hasCenters });
  const groups = [...people.groups, ...commands].filter(({ items }) => items.length > 0);
  // Where something else matches, that nobody does goes without saying.
  const notes = people.notes.filter(({ key }) => key !== 'nothing' || groups.length === 0);
  const options = groups.flatMap((group) =>
    group.items.map((item) => ({ id: optionId(listId, group.key, item.key), item })),
  );
  const { active, move } = useActiveOption(text, options);
  const list = useRef<HTMLDivElement>(null);

  const isHeld = useRef(false);
  const runHeld = useEffectEvent(() => active && choose(active.item));
  // Enter waits for the people that are looked for.
  useEffect(() => {
    if (people.isLoading || !isHeld.current) return;
    isHeld.current = false;
    runHeld();
  }, [people.isLoading]);

  useCloseOnEscape();
  useLayoutEffect(
    () => () => {
      clearKeyBuffer();
      // Not later: the next Escape may close what has the focus then.
      queueMicrotask(restoreFocus);
    },
    [],
  );
  const onKeyDown = (event: ReactKeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    isHeld.current = event.key === 'Enter' && people.isLoading;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) list.current?.querySelector(`[id="${move(step)}"]`)?.scrollIntoView({ block: 'nearest' });
    else if (event.key !== 'Enter') return;
    else if (active && !isHeld.current) choose(active.item);
    event.preventDefault();
  };

  return (
    <ModalBase
      opened
      onClose={findPaletteState.close}
      withinPortal
      lockScroll
      trapFocus
      closeOnClickOutside
      closeOnEscape={false}
      // Mantine returns it only from modals that stay mounted.
      returnFocus={false}
      transitionProps={{ duration: 0 }}
      zIndex={getDefaultZIndex('max')}
    >
      <ModalBaseOverlay backgroundOpacity={0.35} />
      <ModalBaseContent
        aria-label={t('title')}
        className={classes.content}
        innerProps={{ className: classes.inner }}
      >
        <Input
          ref={takeTyped}
          classNames={{ input: classes.field }}
          leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
          size="md"
          placeholder={t('what')}
          maxLength={textLength.search}
          data-autofocus
          role="combobox"
          aria-label={t('title')}
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={active?.id}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        {notes.map((note) => (
          <div key={note.key} className={classes.note}>
            {note.text}
          </div>
        ))}
        <div
          ref={list}
          id={listId}
          role="listbox"
          aria-label={t('list')}
          aria-busy={people.isLoading}
          className={classes.list}
        >
          {groups.map((group) => (
            <fieldset key={group.key} aria-label={group.label} className={classes.group}>
              <div aria-hidden className={classes.name}>
                <MarkedText text={group.label} typed={text} />
              </div>
              {group.items.map((item) => {
                const id = optionId(listId, group.key, item.key);
                return (
                  <button
                    key={item.key}
                    type="button"
                    id={id}
                    role="option"
                    tabIndex={-1}
                    aria-selected={active?.id === id}
                    className={classes.option}
                    // The field keeps the focus.
                    onMouseDown={(event) => event.preventDefault()}
                    onClick={() => choose(item)}
                  >
                    <span className={classes.line}>
                      <span className={classes.what}>
                        {typeof item.label === 'string' ? (
                          <MarkedText text={item.label} typed={text} />
                        ) : (
                          item.label
                        )}
                      </span>
                      {item.description && <span className={classes.why}>{item.description}</span>}
                    </span>
                  </button>
                );
              })}
            </fieldset>
          ))}
        </div>
        <span role="status" className="visually-hidden">
          {people.isLoading ? '' : t('count', { count: options.length })}
        </span>
      </ModalBaseContent>
    </ModalBase>
  );
}

function optionId(listId: string, group: string, item: string): string {
  return `${listId}${group}-${item}`.replace(/\s/g, '-');
}

function choose(item: FindItem) {
  item.run();
  findPaletteState.close();
}

function takeTyped(field: HTMLInputElement | null) {
  if (!field) return;
  field.focus({ preventScroll: true });
  flushKeysIntoFocus();
}

function useCloseOnEscape() {
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.isComposing) return;
    // One Escape closes one thing.
    event.preventDefault();
    findPaletteState.close();
  };
  useWindowEvent('keydown', onKey, { capture: true });
}

type Option = { id: string; item: FindItem };

/** Keeps the first option chosen as options come, or the one that arrows went to until more is typed. */
function useActiveOption(text: string, options: readonly Option[]) {
  const [goneTo, setGoneTo] = useState<{ text: string; id: string }>();
  // An option that goes and comes back is still the one that arrows went to.
  const found = goneTo?.text === text ? options.findIndex(({ id }) => id === goneTo.id) : 0;
  const at = Math.max(0, found);
  const move = (step: number) => {
    const next = options.at((at + step) % options.length);
    setGoneTo(!next || next === options[0] ? undefined : { text, id: next.id });
    return next?.id;
  };
  return { active: options[at], move };
}
