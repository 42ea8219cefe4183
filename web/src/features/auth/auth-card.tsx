import { Link } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useEffect } from 'react';
import { useDealer } from '#web/lib/session/dealer.ts';
import { DealerMark } from '#web/ui/frame/dealer-mark.tsx';
import classes from './auth-card.module.css';

type AuthCardProps = {
  title: string;
  tab?: string;
  /** What to do, or why they are here. */
  note?: ReactNode;
  foot?: ReactNode;
  onSubmit?: (event: FormEvent) => void;
  children?: ReactNode;
};

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

export function LoginLink({ children }: { children: ReactNode }) {
  return (
    <Link to="/auth/login" className={classes.link}>
      {children}
    </Link>
  );
}
