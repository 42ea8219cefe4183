import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { editSecondFactorRule, getSecondFactorRule } from '#contract/login/second-factor.ts';
import { changeKept } from '#web/lib/api/change.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { CheckBox } from '#web/ui/choice/check-list.tsx';
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { SettingsSection } from '#web/ui/form/settings-section.tsx';
import { Loaded } from '#web/ui/list/list-states.tsx';
import classes from './settings.module.css';

/** Saves at once. */
export function SecondFactorRule() {
  const t = useTranslations('settings.secondFactor');
  const errorText = useErrorText();
  const query = useQuery(endpointQuery(getSecondFactorRule));
  const [wished, setWished] = useState<boolean>();
  const save = useMutation({
    mutationFn: (isRequired: boolean) =>
      changeKept(editSecondFactorRule, { body: { isRequired } }, getSecondFactorRule),
    onSuccess: ({ isRequired }) => void toast.success(t(isRequired ? 'required' : 'freed')),
    onError: (failure) => toast.error(errorText(failure)),
    onSettled: () => setWished(undefined),
  });
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
              <ConfirmDialog
                title={t(wished ? 'requireTitle' : 'freeTitle')}
                text={wished ? t('requireText', { without: rule.without }) : t('freeText')}
                confirm={t(wished ? 'require' : 'free')}
                isBusy={save.isPending}
                onConfirm={() => save.mutate(wished)}
                onCancel={() => setWished(undefined)}
              />
            )}
          </>
        )}
      </Loaded>
    </SettingsSection>
  );
}
