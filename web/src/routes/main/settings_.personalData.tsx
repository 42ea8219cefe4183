import { createFileRoute } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { RetentionSettings } from '#web/features/settings/retention.tsx';
import { SettingsPage } from '#web/features/settings/settings-frame.tsx';

export const Route = createFileRoute('/main/settings_/personalData')({ component: PersonalData });

function PersonalData() {
  const t = useTranslations('settings.retention');
  return (
    <SettingsPage page="personalData" why={t('why')}>
      <RetentionSettings />
    </SettingsPage>
  );
}
