import toast, { type Toast } from 'react-hot-toast';
import classes from './undo-toast.module.css';

/**
 * Says what was done and offers to take it back, for as long as a plain toast stays. One at a time: what was done last is
 * what can be taken back.
 */
export function undoToast(text: string, undo: string, onUndo: () => void) {
  const say = (shown: Toast) => (
    <span className={classes.toast}>
      <span className={classes.text}>{text}</span>
      <button
        type="button"
        className={classes.undo}
        onClick={() => {
          toast.dismiss(shown.id);
          onUndo();
        }}
      >
        {undo}
      </button>
    </span>
  );
  toast(say, { id: 'undo' });
}
