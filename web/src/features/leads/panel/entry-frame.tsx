import type { ReactNode } from 'react';
import { useFormats } from '#web/lib/format/use-formats.ts';
import classes from './timeline-item.module.css';
import { useFormatNearMoment } from './use-format-near-moment.ts';

type EntryFrameProps = {
  mark: ReactNode;
  at: string;
  head?: ReactNode;
  isChat?: boolean;
  action?: ReactNode;
  children: ReactNode;
};

/** Frames an entry of the timeline: its mark, who or what it is of, and when. */
export function EntryFrame({ mark, at, head, isChat, action, children }: EntryFrameProps) {
  const formats = useFormats();
  const near = useFormatNearMoment();
  const whole = formats.moment(at);
  // Short in a chat, so that a message takes one line less on a phone.
  const time = (
    <time dateTime={at} title={isChat ? whole : undefined}>
      {isChat ? near(at) : whole}
    </time>
  );
  return (
    <li className={classes.item} data-chat={isChat || undefined}>
      <span className={classes.mark} aria-hidden>
        {mark}
      </span>
      {head && (
        <p className={classes.head}>
          <strong>{head}</strong> <span className="quiet">{time}</span> {action}
        </p>
      )}
      {children}
      {!head && (
        <p className="quiet">
          {time} {action}
        </p>
      )}
    </li>
  );
}
