import { useTranslations } from 'use-intl';
import type { Employee } from '#web/lib/session.ts';
import { Page } from '#web/ui/page.tsx';
import { SettingsSection } from '#web/ui/settings-section.tsx';
import { AboutForm } from './about-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { SessionList } from './session-list.tsx';
import { ThemeChoice } from './theme-choice.tsx';

/** One's own profile: name and picture, password, theme, and where one is logged in. */
export function ProfilePage({ title, employee }: { title: string; employee: Employee }) {
  const t = useTranslations('profile');
  return (
    <Page title={title}>
      <div>
        <SettingsSection title={t('about')} why={t('aboutWhy')}>
          <AboutForm employee={employee} />
        </SettingsSection>
        <SettingsSection title={t('password')} why={t('passwordWhy')}>
          <PasswordForm email={employee.email} />
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
