import { createFileRoute } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { MessageTextsSettings } from '#web/features/settings/message-texts.tsx';
import { SettingsPage } from '#web/features/settings/settings-frame.tsx';

export const Route = createFileRoute('/main/settings_/messageTexts')({ component: MessageTexts });

function MessageTexts() {
  const t = useTranslations('settings.messages');
  return (
    <SettingsPage page="messageTexts" why={t('why')}>
      <MessageTextsSettings />
    </SettingsPage>
  );
}
