import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { lazyDialog } from '#web/ui/dialog/lazy-dialog.tsx';
import { receivesKeys } from '#web/ui/frame/panel-stack.ts';
import { isTyping, type Shortcut, useSingleKeys } from './keys.ts';
import { ScreenLayer } from './screen-layer.ts';

type Registry = { add: (shortcut: Shortcut) => () => void; showHelp: () => void };

const RegistryContext = createContext<Registry>({ add: () => () => undefined, showHelp: () => undefined });
const ShortcutsHelp = lazyDialog(() => import('./shortcuts-help.tsx'), 'ShortcutsHelp', 'ui.shortcuts');

/** Runs the shortcuts of the screens inside, and lists them on `?`. */
export function ShortcutsProvider({ children }: { children: ReactNode }) {
  const shortcuts = useRef(new Set<Shortcut>());
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [singleKeys] = useSingleKeys();
  const showHelp = useCallback(() => setHelpOpen(true), []);
  const registry = useMemo<Registry>(
    () => ({
      add(shortcut) {
        shortcuts.current.add(shortcut);
        return () => shortcuts.current.delete(shortcut);
      },
      showHelp,
    }),
    [showHelp],
  );

  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return;
      if (!singleKeys) return;
      const found = inUse(shortcuts.current).find(({ key }) => key === event.key);
      if (!found && event.key !== '?') return;
      event.preventDefault();
      if (found) found.run();
      else showHelp();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [singleKeys, showHelp]);

  return (
    <RegistryContext value={registry}>
      {children}
      {isHelpOpen && (
        <ShortcutsHelp shortcuts={inUse(shortcuts.current)} onClose={() => setHelpOpen(false)} />
      )}
    </RegistryContext>
  );
}

function inUse(shortcuts: ReadonlySet<Shortcut>): Shortcut[] {
  const reachable = [...shortcuts].filter(({ layer }) => receivesKeys(layer));
  return [...new Map(reachable.map((shortcut) => [shortcut.key, shortcut])).values()];
}

/** Registers a shortcut while mounted and in front, outside text fields and dialogs; without `run`, there is none. */
export function useShortcut(key: string, label: string, run: (() => void) | undefined) {
  const { add } = useContext(RegistryContext);
  const layer = useContext(ScreenLayer);
  const isOn = run !== undefined;
  const onPress = useEffectEvent(() => run?.());
  useLayoutEffect(
    () => (isOn ? add({ key, label, layer, run: () => onPress() }) : undefined),
    [add, isOn, key, label, layer],
  );
}

/** @returns a function that shows the list of shortcuts. */
export function useShortcutsHelp(): () => void {
  return useContext(RegistryContext).showHelp;
}
