import { lazy, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Employee } from '#web/lib/session/session.ts';
import { Portrait } from '#web/ui/frame/portrait.tsx';
import classes from './profile-menu.module.css';

export const loadPanel = () => import('./profile-panel.tsx');
const ProfilePanel = lazy(() => loadPanel().then((module) => ({ default: module.ProfilePanel })));

/** Loaded when about to be used. */
export function ProfileMenu({ employee }: { employee: Employee }) {
  const t = useTranslations('frame');
  const [isUsed, setUsed] = useState(false);
  const target = (
    <button
      type="button"
      className={classes.target}
      aria-haspopup="menu"
      onPointerEnter={loadPanel}
      onFocus={loadPanel}
      onClick={() => setUsed(true)}
    >
      <Portrait name={employee.name} dp={employee.dp} />
      <span className="visually-hidden">{t('profile', { name: employee.name })}</span>
    </button>
  );
  if (!isUsed) return target;
  return (
    <Suspense fallback={target}>
      <ProfilePanel employee={employee} target={target} />
    </Suspense>
  );
}
