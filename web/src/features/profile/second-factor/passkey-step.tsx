import { Button } from '@mantine/core';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { textLength } from '#contract/business.ts';
import type { EndpointReply } from '#contract/call/endpoint.ts';
import { addPasskey, passkeyName, type startPasskeyRegistration } from '#contract/login/passkeys.ts';
import { mutate } from '#web/lib/api/mutate.ts';
import { createPasskey, NoPasskeyError } from '#web/lib/browser/passkeys.ts';
import { describeDevice } from '#web/lib/format/device-name.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { TextField } from '#web/ui/field/fields.tsx';
import { FormFailure } from '#web/ui/form/refusals.tsx';
import { useForm } from '#web/ui/form/use-form.tsx';

/** The options by which the browser creates a passkey. */
export type PasskeyRegistration = EndpointReply<typeof startPasskeyRegistration>;

const nameForm = z.object({ name: passkeyName });

type PasskeyStepProps = {
  offer: PasskeyRegistration;
  onAdded: (added: EndpointReply<typeof addPasskey>) => void;
};

/** Asks for a name, and has the browser create a passkey, which is then added. */
export function PasskeyStep({ offer, onAdded }: PasskeyStepProps) {
  const t = useTranslations('profile.secondFactor');
  const { system } = describeDevice(navigator.userAgent);
  const { form, submit, isSaving, error } = useForm({
    schema: nameForm,
    record: { name: system ?? '' },
    save: async ({ name }) =>
      onAdded(await mutate(addPasskey, { body: { name, passkey: await createPasskey(offer) } })),
  });
  return (
    <form noValidate className="field-stack" onSubmit={submit}>
      <p className="dimmed">{t('passkeyText')}</p>
      <TextField
        control={form.control}
        name="name"
        label={t('passkeyName')}
        maxLength={textLength.name}
        autoComplete="off"
        data-autofocus
      />
      <PasskeyFailure error={error} form={form} />
      <Button type="submit" loading={isSaving}>
        {t('createPasskey')}
      </Button>
    </form>
  );
}

type PasskeyFailureProps<Values extends FieldValues, Output> = {
  error: unknown;
  form: UseFormReturn<Values, unknown, Output>;
};

/** Says why a passkey could not be created or used, or what else of the step was refused. */
export function PasskeyFailure<Values extends FieldValues, Output>(
  props: PasskeyFailureProps<Values, Output>,
) {
  const { error, form } = props;
  const t = useTranslations('profile.secondFactor');
  if (!(error instanceof NoPasskeyError)) return <FormFailure error={error} form={form} />;
  return <Notice tone="warning">{t(error.isKnown ? 'passkeyKnown' : 'passkeyCancelled')}</Notice>;
}
