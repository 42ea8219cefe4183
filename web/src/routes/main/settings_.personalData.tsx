import { createFileRoute } from '@tanstack/react-router';
import { RetentionSettings } from '#web/features/settings/retention.tsx';
import { SettingsPage } from '#web/features/settings/settings-frame.tsx';

export const Route = createFileRoute('/main/settings_/personalData')({ component: PersonalData });

function PersonalData() {
  return (
    <SettingsPage page="personalData">
      <RetentionSettings />
    </SettingsPage>
  );
}
