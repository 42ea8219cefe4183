import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react';
import { useTranslations } from 'use-intl';
import { StatusBar } from '#web/ui/feedback/status-bar.tsx';
import {
  getFocusTarget,
  isFocusLost,
  rememberFocus,
  restoreFocus,
  restoreFocusTo,
} from '#web/ui/keys/focus-return.ts';
import { isTyping, useSingleKeys } from '#web/ui/keys/keys.ts';
import { ScreenLayer } from '#web/ui/keys/screen-layer.ts';
import { IconButton } from './buttons.tsx';
import { receivesKeys, usePanelStack } from './panel-stack.ts';
import { PrintedHead } from './printed-head.tsx';
import classes from './side-panel.module.css';
import { useIsPhone } from './use-is-phone.ts';

type SidePanelProps = {
  label: string;
  recordId: string;
  onClose: () => void;
  onNext?: () => void;
  onPrevious?: () => void;
  place?: ReactNode;
  actions?: ReactNode;
  footer?: ReactNode;
  isWide?: boolean;
  isAbove?: boolean;
  hasOwnUndo?: boolean;
  children: ReactNode;
};

/** The content that the frame of the app adds to the head of every side panel on a phone, where the panel covers the frame. */
export const SidePanelExtras = createContext<ReactNode>(null);

const openRow = '[data-rows] [data-open] [data-row-focus]';

/**
 * Shows a record beside its list, which stays in use; on a phone it is the whole screen. j, k and the arrow keys step through the list,
 * Escape closes it and returns the focus to the row.
 */
export function SidePanel(props: SidePanelProps) {
  const {
    label,
    recordId,
    onClose,
    onNext,
    onPrevious,
    place,
    actions,
    footer,
    isWide,
    isAbove,
    hasOwnUndo,
    children,
  } = props;
  const t = useTranslations('ui');
  const isPhone = useIsPhone();
  const panel = useRef<HTMLElement>(null);
  const tools = useContext(SidePanelExtras);
  const { id, isFront, isFull } = usePanelStack({ isAbove, isWide, isPhone });
  useFocus(panel, { recordId, isFront, isAbove });
  useKeys(panel, id, { onClose, onNext, onPrevious });
  return (
    <ScreenLayer value={id}>
      <aside
        ref={panel}
        className={classes.panel}
        aria-label={label}
        tabIndex={-1}
        data-side-panel={isFull && !isPhone ? 'wide' : ''}
        inert={!isFront}
      >
        <div className={classes.bar}>
          <IconButton
            label={t('previousRecord')}
            aria-keyshortcuts="k"
            icon={<IconChevronUp size={18} stroke={1.75} />}
            disabled={!onPrevious}
            onClick={onPrevious}
          />
          <IconButton
            label={t('nextRecord')}
            aria-keyshortcuts="j"
            icon={<IconChevronDown size={18} stroke={1.75} />}
            disabled={!onNext}
            onClick={onNext}
          />
          {place && <span className="quiet">{place}</span>}
          <span className={classes.spring} />
          {isPhone && tools}
          {actions}
          <IconButton label={t('close')} icon={<IconX size={18} stroke={1.75} />} onClick={onClose} />
        </div>
        <div key={recordId} className={classes.body}>
          <PrintedHead />
          {children}
        </div>
        {isPhone && !hasOwnUndo && <StatusBar as="foot" />}
        {footer && <div className={classes.footer}>{footer}</div>}
      </aside>
    </ScreenLayer>
  );
}

function useFocus(
  panel: React.RefObject<HTMLElement | null>,
  { recordId, isFront, isAbove }: Pick<SidePanelProps, 'recordId' | 'isAbove'> & { isFront: boolean },
) {
  const row = useRef<HTMLElement>(undefined);
  const shown = useRef<string>(undefined);
  useLayoutEffect(() => {
    const opener = getFocusTarget();
    row.current = opener;
    return () => {
      const wanted = row.current?.isConnected ? row.current : opener;
      // At once: the list looks for the focus as soon as it has drawn without the panel.
      if (wanted) rememberFocus(wanted);
      setTimeout(() => {
        if (wanted) restoreFocusTo(wanted);
        else restoreFocus();
      });
    };
  }, []);
  useEffect(() => {
    if (shown.current === recordId || !isFront) return;
    shown.current = recordId;
    if (!document.activeElement?.closest('[role=dialog], dialog[open]'))
      panel.current?.focus({ preventScroll: true });
  });
  useEffect(() => {
    // The open row is that of the panel below.
    const open = isAbove ? null : document.querySelector<HTMLElement>(openRow);
    if (open && open !== row.current) open.scrollIntoView({ block: 'nearest' });
    row.current = open ?? row.current;
  });
  const wasFront = useRef(isFront);
  useEffect(() => {
    const isBack = isFront && !wasFront.current;
    wasFront.current = isFront;
    if (!isBack) return;
    // After what was in front has given the focus back, if it knew where to.
    const timer = setTimeout(() => {
      if (isFocusLost() || document.activeElement?.id === 'content')
        panel.current?.focus({ preventScroll: true });
    }, 1);
    return () => clearTimeout(timer);
  }, [isFront, panel]);
}

type Keys = Pick<SidePanelProps, 'onClose' | 'onNext' | 'onPrevious'>;

function useKeys(panel: React.RefObject<HTMLElement | null>, layer: string, keys: Keys) {
  const [singleKeys] = useSingleKeys();
  const act = useEffectEvent((key: keyof Keys) => keys[key]?.());
  useLayoutEffect(() => {
    // Before the list's own keys.
    const onStep = (event: KeyboardEvent) => {
      if (!receivesKeys(layer) || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return;
      const isLetter = event.key === 'j' || event.key === 'k';
      if (isLetter && !singleKeys) return;
      const step = { j: 'onNext', ArrowDown: 'onNext', k: 'onPrevious', ArrowUp: 'onPrevious' } as const;
      const wanted = step[event.key as keyof typeof step];
      if (!wanted) return;
      event.preventDefault();
      act(wanted);
    };
    const onEscape = (event: KeyboardEvent) => {
      if (!receivesKeys(layer) || event.key !== 'Escape' || event.defaultPrevented || event.isComposing)
        return;
      const { target } = event;
      const isField = target instanceof Element && panel.current?.contains(target);
      if (isField || !isTyping(target)) act('onClose');
    };
    document.addEventListener('keydown', onStep, { capture: true });
    document.addEventListener('keydown', onEscape);
    return () => {
      document.removeEventListener('keydown', onStep, { capture: true });
      document.removeEventListener('keydown', onEscape);
    };
  }, [panel, layer, singleKeys]);
}
