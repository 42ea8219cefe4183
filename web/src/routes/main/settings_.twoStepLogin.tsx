import { createFileRoute } from '@tanstack/react-router';
import { SecondFactorRuleSettings } from '#web/features/settings/second-factor-rule.tsx';
import { SettingsPage } from '#web/features/settings/settings-frame.tsx';

export const Route = createFileRoute('/main/settings_/twoStepLogin')({ component: TwoStepLogin });

function TwoStepLogin() {
  return (
    <SettingsPage page="twoStepLogin">
      <SecondFactorRuleSettings />
    </SettingsPage>
  );
}
