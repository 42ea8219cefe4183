import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import {
  editSecondFactorRule,
  getSecondFactorRule,
  type SecondFactorRule,
} from '#contract/login/second-factor.ts';
import classes from '#web/features/settings/settings.module.css';
import { SettingsPage } from '#web/features/settings/settings-frame.tsx';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { mutateIntoCache } from '#web/lib/api/mutate.ts';
import { CheckBox } from '#web/ui/choice/check-list.tsx';
import { confirm } from '#web/ui/dialog/confirm.ts';
import { Loaded } from '#web/ui/list/list-states.tsx';

export const Route = createFileRoute('/main/settings_/twoStepLogin')({ component: TwoStepLogin });

function TwoStepLogin() {
  return (
    <SettingsPage page="twoStepLogin">
      <SecondFactorRuleSettings />
    </SettingsPage>
  );
}

function SecondFactorRuleSettings() {
  const t = useTranslations('settings.secondFactor');
  const query = useQuery(endpointQuery(getSecondFactorRule));
  const ask = (isRequired: boolean, { without }: SecondFactorRule) =>
    confirm({
      title: t(isRequired ? 'requireTitle' : 'freeTitle'),
      text: isRequired ? t('requireText', { without }) : t('freeText'),
      confirm: t(isRequired ? 'require' : 'free'),
      act: () => mutateIntoCache(editSecondFactorRule, { body: { isRequired } }, getSecondFactorRule),
      done: (kept) => t(kept.isRequired ? 'required' : 'freed'),
    });
  return (
    <Loaded query={query}>
      {(rule) => (
        <div>
          <CheckBox
            label={t('isRequired')}
            description={t('isRequiredWhy')}
            checked={rule.isRequired}
            disabled={!rule.isRequired && !rule.mayRequire}
            onChange={({ currentTarget }) => ask(currentTarget.checked, rule)}
          />
          <p className={`quiet ${classes.state}`}>
            {rule.isRequired || rule.mayRequire ? (
              t('without', { without: rule.without, people: rule.people })
            ) : (
              <>
                {t('ownFirst')} <Link to="/main/profile">{t('openProfile')}</Link>
              </>
            )}
          </p>
        </div>
      )}
    </Loaded>
  );
}
