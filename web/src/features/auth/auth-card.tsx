import { type ReactNode, useEffect } from 'react';
import { useDealer } from '#web/lib/dealer.ts';
import { DealerMark } from '#web/ui/dealer-mark.tsx';
import classes from './auth-card.module.css';

type AuthCardProps = {
  title: string;
  /** The name of the browser's tab, where it is not the title. */
  tab?: string;
  /** Below the title: what to do here, or why somebody stands here. */
  note?: ReactNode;
  /** Links to other screens, below everything. */
  foot?: ReactNode;
  children?: ReactNode;
};

/** The one card of an authentication screen, headed by the dealer's logo. */
export function AuthCard({ title, tab = title, note, foot, children }: AuthCardProps) {
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
      {children}
      {foot && <div className={classes.foot}>{foot}</div>}
    </div>
  );
}
