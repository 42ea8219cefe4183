import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import { createFileRoute } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { getOwnAbsence, listOwnSessions } from '#contract/session.ts';
import { ProfileForm } from '#web/features/profile/about-form.tsx';
import { OwnAbsence } from '#web/features/profile/absence-form.tsx';
import { PasswordForm } from '#web/features/profile/password-form.tsx';
import { SecondFactorSection } from '#web/features/profile/second-factor/second-factor-part.tsx';
import { SessionList } from '#web/features/profile/session-list.tsx';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { mayCall } from '#web/lib/api/may-call.ts';
import { session, useSession } from '#web/lib/session/session.ts';
import { Segments } from '#web/ui/choice/segments.tsx';
import { SettingsSection } from '#web/ui/form/settings-section.tsx';
import { Page } from '#web/ui/frame/page.tsx';

export const Route = createFileRoute('/main/profile')({
  loader({ context }) {
    void context.queryClient.prefetchQuery(endpointQuery(listOwnSessions));
    if (mayCall(getOwnAbsence, session.get()?.level))
      void context.queryClient.prefetchQuery(endpointQuery(getOwnAbsence));
    void import('#contract/login/second-factor.ts').then(
      ({ getSecondFactor }) => context.queryClient.prefetchQuery(endpointQuery(getSecondFactor)),
      () => undefined,
    );
  },
  component: Profile,
});

function Profile() {
  const screens = useTranslations('frame.screens');
  const employee = useSession();
  const t = useTranslations('profile');
  if (!employee) return null;
  return (
    <Page title={screens('profile')}>
      <div>
        <SettingsSection title={t('about')}>
          <ProfileForm employee={employee} />
        </SettingsSection>
        {mayCall(getOwnAbsence, employee.level) && (
          <SettingsSection title={t('away')} why={t('awayWhy')}>
            <OwnAbsence />
          </SettingsSection>
        )}
        <SettingsSection title={t('password')} why={t('passwordWhy')}>
          <PasswordForm name={employee.name} email={employee.email} />
        </SettingsSection>
        <SettingsSection title={t('secondFactor.title')}>
          <SecondFactorSection />
        </SettingsSection>
        <SettingsSection title={t('theme')}>
          <ThemeChoice />
        </SettingsSection>
        <SettingsSection title={t('sessions')}>
          <SessionList />
        </SettingsSection>
      </div>
    </Page>
  );
}

const schemes = ['light', 'dark', 'auto'] as const satisfies readonly MantineColorScheme[];

function ThemeChoice() {
  const t = useTranslations('frame');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const options = schemes.map((value) => ({ value, label: t(value === 'auto' ? 'system' : value) }));
  return (
    <div>
      <Segments label={t('theme')} value={colorScheme} onChange={setColorScheme} options={options} />
    </div>
  );
}
