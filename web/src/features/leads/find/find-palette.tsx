import {
  createSpotlight,
  SpotlightAction,
  SpotlightActionsGroup,
  SpotlightActionsList,
  SpotlightRoot,
  SpotlightSearch,
} from '@mantine/spotlight';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/spotlight/styles.layer.css';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { textLength } from '#contract/business.ts';
import { restoreFocus } from '#web/ui/keys/focus-return.ts';
import { clearKeyBuffer, flushKeysIntoFocus } from '#web/ui/keys/key-buffer.ts';
import type { FindPaletteProps } from './find-items.ts';
import classes from './find-palette.module.css';
import { findPaletteState, useFindPaletteState } from './find-state.ts';
import { useFindCommands } from './use-commands.ts';
import { useFindPeople } from './use-people.tsx';

const [store, controls] = createSpotlight();

/** People as typed, then what can be done; with nothing typed the leads opened last. Arrows move, Enter opens. */
export function FindPalette({ screens, hasCenters }: FindPaletteProps) {
  const t = useTranslations('find');
  const [query, setQuery] = useState(useFindPaletteState().text);
  const listId = useId();
  const text = query.trim();
  const people = useFindPeople(text);
  const commands = useFindCommands(text, { screens, hasCenters });
  const groups = [...people.groups, ...commands].filter(({ items }) => items.length > 0);
  // Where something else matches, that nobody does goes without saying.
  const notes = people.notes.filter(({ key }) => key !== 'nothing' || groups.length === 0);
  const keys = groups.flatMap(({ items }) => items.map(({ key }) => key));
  const active = useSelection(text, keys, listId);
  const holdEnter = useHeldEnter(people.isLoading, listId);

  useLayoutEffect(() => {
    controls.open();
    return () => {
      clearKeyBuffer();
      controls.close();
      // Not later: the next Escape may close what has the focus then.
      queueMicrotask(restoreFocus);
    };
  }, []);

  return (
    <SpotlightRoot
      store={store}
      shortcut={null}
      query={query}
      onQueryChange={setQuery}
      clearQueryOnClose={false}
      onSpotlightClose={findPaletteState.close}
      // Mantine returns it only from modals that stay mounted.
      returnFocus={false}
      transitionProps={{ duration: 0 }}
      overlayProps={{ backgroundOpacity: 0.35, blur: 0 }}
      // Its name, which the field shows.
      title={t('title')}
      classNames={{
        header: 'visually-hidden',
        actionsList: classes.list,
        actionsGroup: classes.group,
        action: classes.action,
      }}
      scrollable
      maxHeight="min(60dvh, 560px)"
      size={680}
    >
      <SpotlightSearch
        ref={takeTyped}
        onKeyDownCapture={holdEnter}
        leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
        size="md"
        placeholder={t('what')}
        maxLength={textLength.search}
        data-autofocus
        role="combobox"
        aria-label={t('title')}
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={active && lineId(listId, active)}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="go"
      />
      {notes.map((note) => (
        <div key={note.key} className={classes.note}>
          {note.text}
        </div>
      ))}
      <SpotlightActionsList id={listId} role="listbox" aria-label={t('list')} aria-busy={people.isLoading}>
        {groups.map(({ key, label, items }) => (
          <SpotlightActionsGroup key={key} label={label} role="group" aria-label={label}>
            {items.map((item) => (
              <SpotlightAction
                key={item.key}
                data-key={item.key}
                role="option"
                aria-selected={active === item.key}
                onClick={item.run}
              >
                <span className={classes.line}>
                  <span className={classes.what}>{item.label}</span>
                  {item.description && <span className={classes.why}>{item.description}</span>}
                </span>
              </SpotlightAction>
            ))}
          </SpotlightActionsGroup>
        ))}
      </SpotlightActionsList>
      <span role="status" className="visually-hidden">
        {people.isLoading ? '' : t('count', { count: keys.length })}
      </span>
    </SpotlightRoot>
  );
}

function takeTyped(field: HTMLInputElement | null) {
  if (!field) return;
  field.focus({ preventScroll: true });
  flushKeysIntoFocus();
}

function useHeldEnter(isLoading: boolean, listId: string): (event: KeyboardEvent) => void {
  const isHeld = useRef(false);
  useEffect(() => {
    if (isLoading || !isHeld.current) return;
    isHeld.current = false;
    document.getElementById(listId)?.querySelector<HTMLElement>('[data-selected]')?.click();
  }, [isLoading, listId]);
  return (event) => {
    isHeld.current = event.key === 'Enter' && isLoading && !event.nativeEvent.isComposing;
    if (isHeld.current) event.stopPropagation();
  };
}

/**
 * Keeps the first line chosen as lines come, or the one that arrows went to until more is typed.
 *
 * @returns the chosen line's key, as Spotlight marks it.
 */
function useSelection(text: string, keys: readonly string[], listId: string): string | undefined {
  const [active, setActive] = useState<string>();
  const goneTo = useRef<{ text: string; key: string | undefined }>(undefined);
  const signature = keys.join();
  // Before the next key: Enter opens what is chosen.
  useLayoutEffect(() => {
    const seen = new MutationObserver(() => {
      const list = document.getElementById(listId);
      const lines = list ? linesOf(list) : [];
      const chosen = lines.find((line) => line.hasAttribute('data-selected'));
      goneTo.current = chosen === lines[0] ? undefined : { text, key: chosen?.dataset.key };
      setActive(chosen?.dataset.key);
    });
    const linesOf = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('[data-action]')];
    function choose(): boolean {
      const list = document.getElementById(listId);
      if (!list) return false;
      const lines = linesOf(list);
      // A line that goes and comes back is still the one that arrows went to.
      const key = goneTo.current?.text === text ? goneTo.current.key : undefined;
      const chosen = Math.max(0, key === undefined ? 0 : lines.findIndex((line) => line.dataset.key === key));
      for (const [place, line] of lines.entries()) {
        // Spotlight keeps an id to itself.
        line.id = lineId(listId, line.dataset.key);
        line.toggleAttribute('data-selected', place === chosen);
      }
      store.updateState((state) => ({ ...state, selected: signature ? chosen : -1 }));
      seen.observe(list, { subtree: true, attributeFilter: ['data-selected'] });
      setActive(lines[chosen]?.dataset.key);
      return true;
    }
    // As the palette opens, its list comes after this.
    const frame = choose() ? 0 : requestAnimationFrame(choose);
    return () => {
      cancelAnimationFrame(frame);
      seen.disconnect();
    };
  }, [text, signature, listId]);
  return active;
}

function lineId(listId: string, key = ''): string {
  return `${listId}${key.replace(/\s/g, '-')}`;
}
