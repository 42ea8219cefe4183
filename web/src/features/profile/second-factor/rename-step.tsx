import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { textLength } from '#contract/business.ts';
import { passkeyName } from '#contract/login/passkeys.ts';
import type { Passkey } from '#contract/login/second-factor.ts';
import { TextField } from '#web/ui/field/fields.tsx';
import { FormFailure } from '#web/ui/form/form-failure.tsx';
import { showFieldErrors } from '#web/ui/form/show-field-errors.ts';
import { useSchemaForm } from '#web/ui/form/use-schema-form.ts';
import classes from './second-factor.module.css';

const nameForm = z.object({ name: passkeyName });

type RenameStepProps = { passkey: Passkey; rename: (passkey: Passkey, name: string) => Promise<unknown> };

export function RenameStep({ passkey, rename }: RenameStepProps) {
  const t = useTranslations('profile.secondFactor');
  const form = useSchemaForm(nameForm, { defaultValues: { name: passkey.name } });
  const save = useMutation({
    mutationFn: ({ name }: z.infer<typeof nameForm>) => rename(passkey, name),
    onError: (error) => showFieldErrors(form, error),
  });
  return (
    <form
      noValidate
      className={classes.step}
      onSubmit={form.handleSubmit((typed) => !save.isPending && save.mutate(typed))}
    >
      <TextField
        control={form.control}
        name="name"
        label={t('passkeyName')}
        maxLength={textLength.name}
        autoComplete="off"
        data-autofocus
      />
      <FormFailure error={save.error} form={form} />
      <Button type="submit" loading={save.isPending}>
        {t('saveName')}
      </Button>
    </form>
  );
}
