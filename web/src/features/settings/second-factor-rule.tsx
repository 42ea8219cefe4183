import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { editSecondFactorRule, getSecondFactorRule } from '#contract/login/second-factor.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { mutateIntoCache } from '#web/lib/api/mutate.ts';
import { CheckBox } from '#web/ui/choice/check-list.tsx';
import { ConfirmAction } from '#web/ui/dialog/confirm-action.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { SettingsSection } from '#web/ui/form/settings-section.tsx';
import { Loaded } from '#web/ui/list/list-states.tsx';
import classes from './settings.module.css';

export function SecondFactorRuleSettings() {
  const t = useTranslations('settings.secondFactor');
  const query = useQuery(endpointQuery(getSecondFactorRule));
  const [wished, setWished] = useState<boolean>();
  return (
    <SettingsSection title={t('title')} why={t('why')}>
      <Loaded query={query}>
        {(rule) => (
          <>
            <div>
              <CheckBox
                label={t('isRequired')}
                description={t('isRequiredWhy')}
                checked={rule.isRequired}
                disabled={!rule.isRequired && !rule.mayRequire}
                onChange={({ currentTarget }) => setWished(currentTarget.checked)}
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
            {wished !== undefined && (
              <ConfirmAction
                title={t(wished ? 'requireTitle' : 'freeTitle')}
                text={wished ? t('requireText', { without: rule.without }) : t('freeText')}
                confirm={t(wished ? 'require' : 'free')}
                act={() =>
                  mutateIntoCache(editSecondFactorRule, { body: { isRequired: wished } }, getSecondFactorRule)
                }
                onDone={({ isRequired }) => void toast.success(t(isRequired ? 'required' : 'freed'))}
                onClose={() => setWished(undefined)}
              />
            )}
          </>
        )}
      </Loaded>
    </SettingsSection>
  );
}
