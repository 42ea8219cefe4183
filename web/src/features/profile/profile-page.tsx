import { useTranslations } from 'use-intl';
import type { Employee } from '#web/lib/session/session.ts';
import { SettingsSection } from '#web/ui/form/settings-section.tsx';
import { Page } from '#web/ui/frame/page.tsx';
import { AboutForm } from './about-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { SessionList } from './session-list.tsx';
import { ThemeChoice } from './theme-choice.tsx';

/** The user's own profile: name and picture, password, theme, sessions. */
export function ProfilePage({ title, employee }: { title: string; employee: Employee }) {
  const t = useTranslations('profile');
  return (
    <Page title={title}>
      <div>
        <SettingsSection title={t('about')} why={t('aboutWhy')}>
          <AboutForm employee={employee} />
        </SettingsSection>
        <SettingsSection title={t('password')} why={t('passwordWhy')}>
          <PasswordForm name={employee.name} email={employee.email} />
        </SettingsSection>
        <SettingsSection title={t('theme')} why={t('themeWhy')}>
          <ThemeChoice />
        </SettingsSection>
        <SettingsSection title={t('sessions')} why={t('sessionsWhy')}>
          <SessionList />
        </SettingsSection>
      </div>
    </Page>
  );
}
