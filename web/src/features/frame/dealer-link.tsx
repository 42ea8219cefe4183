import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import type { Level } from '#contract/levels.ts';
import { homeOf } from '#web/features/frame/menu/screens.ts';
import { useDealer } from '#web/lib/session/dealer.ts';
import { DealerMark } from '#web/ui/frame/dealer-mark.tsx';
import classes from './dealer-link.module.css';

export function DealerLink({ level }: { level: Level }) {
  const t = useTranslations('frame');
  const { name, logo } = useDealer();
  return (
    <Link to={homeOf(level)} className={classes.link}>
      <DealerMark name={name} logo={logo} />
      <span className="one-line">
        {name}
        <span className="visually-hidden">: {t('home')}</span>
      </span>
    </Link>
  );
}
