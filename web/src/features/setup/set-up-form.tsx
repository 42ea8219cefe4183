import { Button, Loader } from '@mantine/core';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { z } from 'zod';
import { textLength } from '#contract/business.ts';
import { setUpDealer, setUpDealerBody } from '#contract/setup.ts';
import { call } from '#web/lib/api/api.ts';
import { formatTypedPhone } from '#web/lib/format/phone.ts';
import { listPhoneCountries, listTimeZones } from '#web/lib/format/time-zones.ts';
import { chosenPassword, matchingPasswords, repeatedPassword } from '#web/lib/session/new-password.ts';
import type { Employee } from '#web/lib/session/session.ts';
import { CheckBox } from '#web/ui/choice/check-list.tsx';
import { SearchChoiceField } from '#web/ui/choice/search-choice.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { TextField } from '#web/ui/field/fields.tsx';
import { NewPasswordFields } from '#web/ui/field/new-password-fields.tsx';
import { PictureInput } from '#web/ui/field/picture-input.tsx';
import { useForm } from '#web/ui/form/use-form.tsx';
import { submitOnCtrlEnter } from '#web/ui/keys/keys.ts';
import classes from './set-up-form.module.css';

const setUpSchema = setUpDealerBody
  .extend({ password: chosenPassword, confirmPassword: repeatedPassword, sampleDealer: z.boolean() })
  .refine(...matchingPasswords('password'));

type SetUpValues = z.input<typeof setUpSchema>;
type SetUpField = Exclude<keyof SetUpValues, 'password' | 'confirmPassword' | 'sampleDealer'>;

const emptySetUp: SetUpValues = {
  dealerName: '',
  timeZone: 'Asia/Dhaka',
  phoneCountry: 'BD',
  serviceCenterName: '',
  serviceCenterAddress: '',
  serviceCenterContactNo: '',
  name: '',
  email: '',
  password: '',
  confirmPassword: '',
  sampleDealer: false,
};

/** The form that sets up a new installation: dealer, first center and first account. `onDone` gets the account, which is logged in. */
export function SetUpForm({ token, onDone }: { token: string; onDone: (employee: Employee) => void }) {
  const t = useTranslations('setup');
  const locale = useLocale();
  const zones = useMemo(() => listTimeZones(locale, emptySetUp.timeZone), [locale]);
  const countries = useMemo(() => listPhoneCountries(locale), [locale]);
  const [logo, setLogo] = useState<File>();

  const { form, submit, isSaving, failure } = useForm({
    schema: setUpSchema,
    record: emptySetUp,
    async save({ confirmPassword: _again, sampleDealer, ...fields }) {
      const employee = await call(setUpDealer, {
        params: { token },
        body: { ...fields, sampleDealer: sampleDealer ? 'true' : 'false' },
        files: { logo },
      });
      toast.success(t('done'));
      onDone(employee);
    },
  });
  const { control, register, watch } = form;
  const field = (name: SetUpField) => ({ control, name, label: t(name) });

  useEffect(() => {
    document.title = t('title');
  }, [t]);

  return (
    <form noValidate className={classes.form} onSubmit={submit} onKeyDown={submitOnCtrlEnter}>
      <header>
        <h1 className={classes.title}>{t('title')}</h1>
      </header>
      <FormSection title={t('dealerSection')}>
        <TextField {...field('dealerName')} required maxLength={textLength.name} autoFocus />
        <PictureInput label={t('logo')} file={logo} onChange={setLogo} />
        <div className={classes.pair}>
          <SearchChoiceField {...field('timeZone')} required choices={zones} />
          <SearchChoiceField {...field('phoneCountry')} required choices={countries} />
        </div>
      </FormSection>
      <FormSection title={t('centerSection')}>
        <TextField {...field('serviceCenterName')} required maxLength={textLength.name} />
        <div className={classes.pair}>
          <TextField {...field('serviceCenterAddress')} maxLength={textLength.line} />
          <TextField
            {...field('serviceCenterContactNo')}
            type="tel"
            maxLength={textLength.pastedPhone}
            format={(typed) => formatTypedPhone(typed, form.getValues('phoneCountry'))}
          />
        </div>
      </FormSection>
      <FormSection title={t('adminSection')}>
        <TextField {...field('name')} required maxLength={textLength.name} autoComplete="name" />
        <TextField {...field('email')} required type="email" autoComplete="username" />
        <div className={classes.pair}>
          <NewPasswordFields
            control={control}
            name="password"
            confirmName="confirmPassword"
            label={t('password')}
            confirmLabel={t('confirmPassword')}
            about={watch(['name', 'email', 'dealerName'])}
            withAsterisk
          />
        </div>
      </FormSection>
      <CheckBox {...register('sampleDealer')} label={t('sample')} description={t('sampleWhy')} />
      {failure}
      <Button
        type="submit"
        fullWidth
        aria-disabled={isSaving}
        leftSection={isSaving && <Loader size={16} color="var(--on-brand)" />}
      >
        {isSaving ? t(watch('sampleDealer') ? 'workingSample' : 'working') : t('submit')}
      </Button>
    </form>
  );
}

function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={classes.section}>
      <legend className={classes.formSectionTitle}>{title}</legend>
      {children}
    </fieldset>
  );
}
