import { createFileRoute } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { SettingsPage } from '#web/features/settings/settings-page.tsx';

export const Route = createFileRoute('/main/settings')({ component: Settings });

function Settings() {
  return <SettingsPage title={useTranslations('frame.screens')('settings')} />;
}
