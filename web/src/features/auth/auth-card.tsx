import { Link } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useEffect } from 'react';
import { useDealer } from '#web/lib/session/dealer.ts';
import { DealerMark } from '#web/ui/frame/dealer-mark.tsx';
import classes from './auth-card.module.css';

type AuthCardProps = {
  title: string;
  /** The browser tab's title, if not the same. */
  tab?: string;
  /** Below the title: what to do, or why they landed here. */
  note?: ReactNode;
  /** Links to other screens. */
  foot?: ReactNode;
  /** Turns the content into a form. */
  onSubmit?: (event: FormEvent) => void;
  children?: ReactNode;
};

/** The card of every authentication screen, headed by the dealer's logo. */
export function AuthCard({ title, tab = title, note, foot, onSubmit, children }: AuthCardProps) {
  const dealer = useDealer();
  const dealerName = dealer.name || 'Pitlane';
  useEffect(() => {
    document.title = `${tab} · ${dealerName}`;
  }, [tab, dealerName]);
  return (
    <div className={classes.card}>
      <div className={classes.brand}>
        <DealerMark name={dealerName} logo={dealer.logo} size={48} />
        <h1 className={classes.title}>{title}</h1>
        {note && <div className={classes.note}>{note}</div>}
      </div>
      {onSubmit ? (
        <form className={classes.fields} noValidate onSubmit={onSubmit}>
          {children}
        </form>
      ) : (
        children
      )}
      {foot && <div className={classes.foot}>{foot}</div>}
    </div>
  );
}

/** A link to the login page, for a card's foot. */
export function LoginLink({ children }: { children: ReactNode }) {
  return (
    <Link to="/auth/login" className={classes.link}>
      {children}
    </Link>
  );
}
