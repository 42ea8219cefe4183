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

export function LoginLink({ children }: { children: ReactNode }) {
  return (
    <Link to="/auth/login" className="auth-link">
      {children}
    </Link>
  );
}

export function AuthFrame({ children }: { children: ReactNode }) {
  return <main className="auth-frame">{children}</main>;
}

export function NoMailServer() {
  const t = useTranslations('auth');
  return useDealer().mail === 'outbox' ? <Notice tone="warning">{t('noMailServer')}</Notice> : null;
}
