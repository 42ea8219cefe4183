import { Link } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { useDealer } from '#web/lib/dealer/dealer.queries.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { DealerMark } from '#web/ui/frame/portrait.tsx';

type AuthCardProps = {
  title: string;
  tab?: string;
  note?: ReactNode;
  foot?: ReactNode;
  onSubmit?: (event: FormEvent) => void;
  children?: ReactNode;
};

/** Shows the card of a page before login: a title, its form or text, and a link below; with `onSubmit` it is the form. */
export function AuthCard({ title, tab = title, note, foot, onSubmit, children }: AuthCardProps) {
  const dealer = useDealer();
  const dealerName = dealer.name || 'Pitlane';
  useEffect(() => {
    document.title = `${tab} · ${dealerName}`;
  }, [tab, dealerName]);
  return (
    <div className="auth-card">
      <div className="auth-brand">
        <DealerMark name={dealerName} logo={dealer.logo} size={48} />
        <h1 className="auth-title">{title}</h1>
        {note && <div className="auth-note">{note}</div>}
      </div>
      {onSubmit ? (
        <form className="auth-fields" noValidate onSubmit={onSubmit}>
          {children}
        </form>
      ) : (
        children
      )}
      {foot && <div className="auth-foot">{foot}</div>}
    </div>
  );
}

/** Links to the login page. */
export function LoginLink({ children }: { children: ReactNode }) {
  return (
    <Link to="/auth/login" className="auth-link">
      {children}
    </Link>
  );
}

/** Centers the card of a page before login on the screen. */
export function AuthFrame({ children }: { children: ReactNode }) {
  return <main className="auth-frame">{children}</main>;
}

/** Warns that emails go into a folder of the server instead of out, while that is so. */
export function NoMailServer() {
  const t = useTranslations('auth');
  return useDealer().mail === 'outbox' ? <Notice tone="warning">{t('noMailServer')}</Notice> : null;
}
