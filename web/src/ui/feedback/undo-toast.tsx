import { useEffect } from 'react';
import toast, { type Toast } from 'react-hot-toast';
import { returnToPlace } from '#web/ui/keys/focus-place.ts';
import { isTyping } from '#web/ui/keys/single-keys.ts';
import classes from './undo-toast.module.css';

const duration = 10_000;

type Offer = { text: string; action: string; onAction: () => void };

/** Offers for 10 seconds to undo the last action: by its button, or Ctrl+Z outside text fields and dialogs. */
export function undoToast(text: string, undo: string, onUndo: () => void) {
  const offer = { text, action: undo, onAction: onUndo };
  toast((shown) => <OfferToast shown={shown} {...offer} isUndo />, { id: 'undo', duration });
}

/** Offers an action for 10 seconds, such as opening what was added. */
export function actionToast(text: string, action: string, onAction: () => void) {
  const offer = { text, action, onAction };
  toast.success((shown) => <OfferToast shown={shown} {...offer} />, { id: 'action', duration });
}

function OfferToast({ shown, text, action, onAction, isUndo }: Offer & { shown: Toast; isUndo?: boolean }) {
  const { id, visible } = shown;
  useEffect(() => {
    if (!isUndo || !visible) return;
    const onKey = (event: KeyboardEvent) => {
      const isUndoKey = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey);
      if (!isUndoKey || event.shiftKey || event.altKey || isTyping(event.target)) return;
      event.preventDefault();
      toast.dismiss(id);
      onAction();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isUndo, visible, id, onAction]);
  return (
    <span className={classes.toast}>
      <span className={classes.text}>{text}</span>
      <button
        type="button"
        className={classes.undo}
        aria-keyshortcuts={isUndo ? 'Control+Z' : undefined}
        onClick={(event) => {
          event.currentTarget.blur();
          returnToPlace();
          toast.dismiss(id);
          onAction();
        }}
      >
        {action}
        {isUndo && (
          <kbd className={classes.keys} aria-hidden>
            Ctrl Z
          </kbd>
        )}
      </button>
    </span>
  );
}
