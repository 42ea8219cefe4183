import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import classes from './notice.module.css';

type NoticeProps = {
  // `danger`: a failure; `warning`: needs attention.
  tone?: 'danger' | 'warning';
  title?: string;
  isAnswer?: boolean;
  children: ReactNode;
};

/** Shows a warning or an error in a box. `isAnswer`: it follows what the user did, and is scrolled into view. */
export function Notice({ tone = 'danger', title, isAnswer = tone === 'danger', children }: NoticeProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isAnswer) box.current?.scrollIntoView({ block: 'nearest' });
  }, [isAnswer]);
  return (
    <div ref={box} role="alert" className={classes.notice} data-tone={tone}>
      <IconAlertTriangle size={18} stroke={1.75} aria-hidden className={classes.icon} />
      <div className={classes.body}>
        {title && <p className={classes.title}>{title}</p>}
        {children}
      </div>
    </div>
  );
}

type InlineNoticeProps = {
  children: ReactNode;
  action?: string;
  onAction?: () => void;
};

/** Shows a line of text with a button in it. */
export function InlineNotice({ children, action, onAction }: InlineNoticeProps) {
  return (
    <p role="status" className={classes.line}>
      <span>{children}</span>
      {action && (
        <button type="button" className="text-action" onClick={onAction}>
          {action}
        </button>
      )}
    </p>
  );
}
