import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useLocale, useTranslations } from 'use-intl';
import { z } from 'zod';
import { textLength } from '#contract/business.ts';
import { messages } from '#contract/call/messages.ts';
import { type Dealer, type EditDealerBody, editDealer, getDealer } from '#contract/dealer.ts';
import { phoneCountry, timeZone } from '#contract/setup.ts';
import { requiredText } from '#contract/text/text.ts';
import classes from '#web/features/settings/settings.module.css';
import { SettingsFrame } from '#web/features/settings/settings-frame.tsx';
import { ApiError } from '#web/lib/api/api-error.ts';
import { mutateIntoCache } from '#web/lib/api/mutate.ts';
import { useDealer } from '#web/lib/dealer/dealer.queries.ts';
import { listPhoneCountries, listTimeZones } from '#web/lib/format/time-zones.ts';
import { useContractText } from '#web/lib/i18n/use-texts.ts';
import { SearchChoiceField } from '#web/ui/choice/search-choice.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { TextField } from '#web/ui/field/fields.tsx';
import { PictureInput } from '#web/ui/field/picture-input.tsx';
import { RestoredLine } from '#web/ui/form/drafts.tsx';
import { FormFailure } from '#web/ui/form/refusals.tsx';
import { SettingsSection } from '#web/ui/form/settings-section.tsx';
import { useForm } from '#web/ui/form/use-form.tsx';
import { useUnsavedGuard } from '#web/ui/form/use-unsaved-guard.tsx';
import { Page } from '#web/ui/frame/page.tsx';
import { DealerMark } from '#web/ui/frame/portrait.tsx';
import { submitOnCtrlEnter } from '#web/ui/keys/keys.ts';

export const Route = createFileRoute('/main/settings')({ component: Settings });

const settingsForm = z.object({
  name: requiredText(textLength.name, messages.nameRequired),
  timeZone,
  phoneCountry,
});

function settingsOf({ name, timeZone, phoneCountry }: Dealer) {
  return { name, timeZone, phoneCountry };
}

function Settings() {
  const t = useTranslations('settings');
  const ui = useTranslations('ui');
  const locale = useLocale();
  const client = useQueryClient();
  const text = useContractText();
  const dealer = useDealer();
  const zones = useMemo(() => listTimeZones(locale, dealer.timeZone), [locale, dealer.timeZone]);
  const countries = useMemo(() => listPhoneCountries(locale), [locale]);
  const [logo, setLogo] = useState<File>();
  const change = useMutation({
    mutationFn: ({ body, file }: { body: EditDealerBody; file?: File }) =>
      mutateIntoCache(editDealer, { body, files: { logo: file } }, getDealer),
    onSuccess(changed, { file }) {
      if (file) setLogo(undefined);
      if (changed.timeZone !== dealer.timeZone) void client.invalidateQueries();
      toast.success(t('saved'));
    },
  });
  const { form, submit, draft, ...typed } = useForm({
    schema: settingsForm,
    record: settingsOf(dealer),
    draft: 'settings',
    save: async (body, { show }) => show(settingsOf(await change.mutateAsync({ body, file: logo }))),
  });
  const field = (name: 'name' | 'timeZone' | 'phoneCountry') => ({
    control: form.control,
    name,
    label: t(name),
  });
  const chosen = useWatch({ control: form.control });
  const isDirty = typed.isDirty || logo !== undefined;
  const guard = useUnsavedGuard(isDirty);
  const faults = change.error instanceof ApiError ? change.error.fields : {};

  return (
    <SettingsFrame>
      <Page title={t('pages.dealer')}>
        <form noValidate onSubmit={submit} onKeyDown={submitOnCtrlEnter}>
          <RestoredLine draft={draft} />
          <SettingsSection title={t('dealer')}>
            <TextField {...field('name')} required withAsterisk={false} maxLength={textLength.name} />
            <PictureInput
              label={t('logo')}
              file={logo}
              onChange={(file) => {
                change.reset();
                setLogo(file);
              }}
              present={<DealerMark name={dealer.name} logo={dealer.logo} size={48} />}
              onRemovePresent={dealer.logo ? () => change.mutate({ body: { logo: null } }) : undefined}
              error={faults.logo}
            />
          </SettingsSection>
          <SettingsSection title={t('places')}>
            <SearchChoiceField
              {...field('timeZone')}
              description={chosen.timeZone !== dealer.timeZone && t('timeZoneChange')}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              required
              withAsterisk={false}
              choices={zones}
            />
            <SearchChoiceField
              {...field('phoneCountry')}
              description={
                dealer.isPhoneCountryFixed ? text(messages.phoneCountryFixed) : t('phoneCountryUntil')
              }
              disabled={dealer.isPhoneCountryFixed}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              required
              withAsterisk={false}
              choices={countries}
            />
          </SettingsSection>
          <div className={classes.settingsPageFoot}>
            <FormFailure error={change.error} form={form} others={['logo']} />
            <Button type="submit" loading={change.isPending} disabled={!isDirty}>
              {ui('save')}
            </Button>
          </div>
        </form>
        {guard.question}
      </Page>
    </SettingsFrame>
  );
}
