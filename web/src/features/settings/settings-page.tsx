import { zodResolver } from '@hookform/resolvers/zod';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import toast from 'react-hot-toast';
import { useLocale, useTranslations } from 'use-intl';
import { z } from 'zod';
import { textLength } from '#contract/business.ts';
import { type EditDealerBody, editDealer } from '#contract/dealer.ts';
import { messages } from '#contract/messages.ts';
import { phoneCountry, timeZone } from '#contract/setup.ts';
import { requiredText } from '#contract/text.ts';
import { call } from '#web/lib/api.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { dealerQuery, useDealer } from '#web/lib/dealer.ts';
import { useContractText, useErrorText } from '#web/lib/i18n/use-texts.ts';
import { phoneCountries, timeZones } from '#web/lib/places.ts';
import { DealerMark } from '#web/ui/dealer-mark.tsx';
import { TextField } from '#web/ui/fields.tsx';
import { FindField } from '#web/ui/find-field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page } from '#web/ui/page.tsx';
import { PictureInput } from '#web/ui/picture-input.tsx';
import { SettingsSection } from '#web/ui/settings-section.tsx';
import { showFieldErrors } from '#web/ui/show-field-errors.ts';
import { submitOnCtrlEnter } from '#web/ui/submit-keys.ts';
import { useUnsavedGuard } from '#web/ui/use-unsaved-guard.tsx';
import classes from './settings-page.module.css';

const settingsForm = z.object({
  name: requiredText(textLength.name, messages.nameRequired),
  timeZone,
  phoneCountry,
});

/** What belongs to the dealer: name, logo, time zone, phone country. */
export function SettingsPage({ title }: { title: string }) {
  const t = useTranslations('settings');
  const locale = useLocale();
  const client = useQueryClient();
  const text = useContractText();
  const errorText = useErrorText();
  const dealer = useDealer();
  const zones = useMemo(() => timeZones(locale, dealer.timeZone), [locale, dealer.timeZone]);
  const countries = useMemo(() => phoneCountries(locale), [locale]);
  const [logo, setLogo] = useState<File>();
  const form = useForm({
    resolver: zodResolver(settingsForm),
    mode: 'onTouched',
    values: { name: dealer.name, timeZone: dealer.timeZone, phoneCountry: dealer.phoneCountry },
    resetOptions: { keepDirtyValues: true },
  });
  const chosen = useWatch({ control: form.control });
  const save = useMutation({
    mutationFn: ({ body, file }: { body: EditDealerBody; file?: File }) =>
      call(editDealer, { body, files: { logo: file } }),
    onSuccess(changed, { body, file }) {
      if (body.name !== undefined) form.reset(changed);
      if (file) setLogo(undefined);
      client.setQueryData(dealerQuery.queryKey, changed);
      if (changed.timeZone !== dealer.timeZone) void client.invalidateQueries();
      toast.success(t('saved'));
    },
    onError: (error) => showFieldErrors(form, error),
  });
  const isDirty = form.formState.isDirty || logo !== undefined;
  const guard = useUnsavedGuard(isDirty);
  const faults = save.error instanceof ApiError ? save.error.fields : {};

  return (
    <Page title={title}>
      <form
        noValidate
        onSubmit={form.handleSubmit((body) => !save.isPending && save.mutate({ body, file: logo }))}
        onKeyDown={submitOnCtrlEnter}
      >
        <SettingsSection title={t('dealer')} why={t('dealerWhy')}>
          <TextField
            control={form.control}
            name="name"
            label={t('name')}
            required
            withAsterisk={false}
            maxLength={textLength.name}
          />
          <PictureInput
            label={t('logo')}
            file={logo}
            onChange={(file) => {
              save.reset();
              setLogo(file);
            }}
            present={<DealerMark name={dealer.name} logo={dealer.logo} size={48} />}
            onRemovePresent={dealer.logo ? () => save.mutate({ body: { logo: null } }) : undefined}
            error={faults.logo}
          />
        </SettingsSection>
        <SettingsSection title={t('places')} why={t('placesWhy')}>
          <FindField
            control={form.control}
            name="timeZone"
            label={t('timeZone')}
            description={chosen.timeZone !== dealer.timeZone && t('timeZoneChange')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            required
            withAsterisk={false}
            choices={zones}
          />
          <FindField
            control={form.control}
            name="phoneCountry"
            label={t('phoneCountry')}
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
        <div className={classes.foot}>
          {save.isError && Object.keys(faults).length === 0 && <Notice>{errorText(save.error)}</Notice>}
          <Button type="submit" loading={save.isPending} disabled={!isDirty}>
            {t('save')}
          </Button>
        </div>
      </form>
      {guard.question}
    </Page>
  );
}
