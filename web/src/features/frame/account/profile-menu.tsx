import { type ReactElement, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Employee } from '#web/lib/session/session.ts';
import { menuFallback } from '#web/ui/dialog/lazy-dialog.tsx';
import { Portrait } from '#web/ui/frame/portrait.tsx';
import { lazyPart } from '#web/ui/lazy/lazy-part.tsx';
import classes from './profile-menu.module.css';

type Target = { employee: Employee; target: ReactElement; onClose: () => void };

const ProfilePanel = lazyPart(
  () => import('./profile-panel.tsx'),
  'ProfilePanel',
  menuFallback<Target>('frame.screens.profile'),
);

const preload = () => void ProfilePanel.preload().catch(() => undefined);

/** Shows the button with the user's picture that opens the {@link ProfilePanel}. */
export function ProfileMenu({ employee }: { employee: Employee }) {
  const t = useTranslations('frame');
  const [isUsed, setUsed] = useState(false);
  const target = (
    <button
      type="button"
      className={classes.target}
      aria-haspopup="menu"
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => setUsed(true)}
    >
      <Portrait name={employee.name} dp={employee.dp} />
      <span className="visually-hidden">{t('profile', { name: employee.name })}</span>
    </button>
  );
  if (!isUsed) return target;
  return <ProfilePanel employee={employee} target={target} onClose={() => setUsed(false)} />;
}
