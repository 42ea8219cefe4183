import { createFileRoute } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { LostReasonsSettings } from '#web/features/settings/lost-reasons.tsx';
import { SettingsPage } from '#web/features/settings/settings-frame.tsx';

export const Route = createFileRoute('/main/settings_/lostReasons')({ component: LostReasonsPage });

function LostReasonsPage() {
  const t = useTranslations('settings.reasons');
  return (
    <SettingsPage page="lostReasons" why={t('why')}>
      <LostReasonsSettings />
    </SettingsPage>
  );
}
