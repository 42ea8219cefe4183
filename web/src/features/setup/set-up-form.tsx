import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Loader } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useForm } from 'react-hook-form';
import toast from 'react-hot-toast';
import { useLocale, useTranslations } from 'use-intl';
import { textLength } from '#contract/business.ts';
import { setUp } from '#contract/setup.ts';
import { call } from '#web/lib/api.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { phoneCountries, timeZones } from '#web/lib/places.ts';
import type { Employee } from '#web/lib/session.ts';
import { CheckBox } from '#web/ui/check-box.tsx';
import { TextField } from '#web/ui/fields.tsx';
import { FindField } from '#web/ui/find-field.tsx';
import { FormSection } from '#web/ui/form-section.tsx';
import { NewPasswordFields } from '#web/ui/new-password-fields.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PictureInput } from '#web/ui/picture-input.tsx';
import { showFieldErrors } from '#web/ui/show-field-errors.ts';
import { submitOnCtrlEnter } from '#web/ui/submit-keys.ts';
import classes from './set-up-form.module.css';
import { emptySetUp, type SetUpOutput, type SetUpValues, setUpSchema } from './set-up-schema.ts';

/** The first-run page: the dealer, its first service center and its first super admin. */
export function SetUpForm({ token, onDone }: { token: string; onDone: (employee: Employee) => void }) {
  const t = useTranslations('setup');
  const locale = useLocale();
  const errorText = useErrorText();
  const zones = useMemo(() => timeZones(locale, emptySetUp.timeZone), [locale]);
  const countries = useMemo(() => phoneCountries(locale), [locale]);
  const [logo, setLogo] = useState<File>();

  const form = useForm<SetUpValues, unknown, SetUpOutput>({
    resolver: zodResolver(setUpSchema),
    mode: 'onTouched',
    defaultValues: emptySetUp,
  });
  const { control, register, watch } = form;
  const finish = useMutation({
    mutationFn: ({ confirmPassword: _again, sampleDealer, ...fields }: SetUpOutput) =>
      call(setUp, {
        params: { token },
        body: { ...fields, sampleDealer: sampleDealer ? 'true' : 'false' },
        files: { logo },
      }),
    onSuccess(employee) {
      toast.success(t('done'));
      onDone(employee);
    },
    onError: (error) => showFieldErrors(form, error),
  });

  useEffect(() => {
    document.title = t('title');
  }, [t]);

  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={form.handleSubmit((values) => !finish.isPending && finish.mutate(values))}
      onKeyDown={submitOnCtrlEnter}
    >
      <header>
        <h1 className={classes.title}>{t('title')}</h1>
        <p className={classes.intro}>{t('intro')}</p>
      </header>
      <FormSection title={t('dealerSection')}>
        <TextField
          control={control}
          name="dealerName"
          label={t('dealerName')}
          required
          maxLength={textLength.name}
          autoFocus
        />
        <PictureInput label={t('logo')} file={logo} onChange={setLogo} />
        <div className={classes.pair}>
          <FindField control={control} name="timeZone" label={t('timeZone')} required choices={zones} />
          <FindField
            control={control}
            name="phoneCountry"
            label={t('phoneCountry')}
            required
            choices={countries}
          />
        </div>
      </FormSection>
      <FormSection title={t('centerSection')}>
        <TextField
          control={control}
          name="serviceCenterName"
          label={t('centerName')}
          required
          maxLength={textLength.name}
        />
        <div className={classes.pair}>
          <TextField
            control={control}
            name="serviceCenterAddress"
            label={t('centerAddress')}
            maxLength={textLength.line}
          />
          <TextField
            control={control}
            name="serviceCenterContactNo"
            label={t('centerContact')}
            type="tel"
            maxLength={textLength.phone}
          />
        </div>
      </FormSection>
      <FormSection title={t('adminSection')} why={t('adminWhy')}>
        <TextField
          control={control}
          name="name"
          label={t('name')}
          required
          maxLength={textLength.name}
          autoComplete="name"
        />
        <TextField
          control={control}
          name="email"
          label={t('email')}
          required
          type="email"
          autoComplete="username"
        />
        <div className={classes.pair}>
          <NewPasswordFields
            control={control}
            name="password"
            confirmName="confirmPassword"
            label={t('password')}
            confirmLabel={t('confirmPassword')}
            withAsterisk
          />
        </div>
      </FormSection>
      <div>
        <CheckBox {...register('sampleDealer')} label={t('sample')} description={t('sampleWhy')} />
      </div>
      {finish.isError && <Notice>{errorText(finish.error)}</Notice>}
      <Button
        type="submit"
        fullWidth
        aria-disabled={finish.isPending}
        leftSection={finish.isPending && <Loader size={16} color="var(--on-brand)" />}
      >
        {finish.isPending ? t(watch('sampleDealer') ? 'workingSample' : 'working') : t('submit')}
      </Button>
    </form>
  );
}
