import { createFileRoute } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { SecondFactorRuleSettings } from '#web/features/settings/second-factor-rule.tsx';
import { SettingsPage } from '#web/features/settings/settings-frame.tsx';

export const Route = createFileRoute('/main/settings_/twoStepLogin')({ component: TwoStepLogin });

function TwoStepLogin() {
  const t = useTranslations('settings.secondFactor');
  return (
    <SettingsPage page="twoStepLogin" why={t('why')}>
      <SecondFactorRuleSettings />
    </SettingsPage>
  );
}
