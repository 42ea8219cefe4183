import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { passwordLength } from '#contract/business.ts';
import { messages } from '#contract/call/messages.ts';
import { useSession } from '#web/lib/session/session.ts';
import { PasswordField } from '#web/ui/field/password-field.tsx';
import { FormFailure } from '#web/ui/form/form-failure.tsx';
import { showFieldErrors } from '#web/ui/form/show-field-errors.ts';
import { useSchemaForm } from '#web/ui/form/use-schema-form.ts';
import classes from './second-factor.module.css';

const passwordForm = z.object({ password: z.string().min(1, messages.required) });

type PasswordStepProps = {
  text: string;
  submit: string;
  isDestructive?: boolean;
  act: (password: string) => Promise<unknown>;
};

export function PasswordStep({ text, submit, isDestructive, act }: PasswordStepProps) {
  const t = useTranslations('profile.secondFactor');
  const employee = useSession();
  const form = useSchemaForm(passwordForm, { defaultValues: { password: '' } });
  const acting = useMutation({
    mutationFn: ({ password }: { password: string }) => act(password),
    onError: (error) => showFieldErrors(form, error),
  });
  return (
    <form
      noValidate
      className={classes.step}
      onSubmit={form.handleSubmit((typed) => !acting.isPending && acting.mutate(typed))}
    >
      <p className="dimmed">{text}</p>
      <input type="text" autoComplete="username" value={employee?.email ?? ''} readOnly hidden />
      <PasswordField
        control={form.control}
        name="password"
        label={t('password')}
        autoComplete="current-password"
        maxLength={passwordLength.max}
        data-autofocus
      />
      <FormFailure error={acting.error} form={form} />
      <Button type="submit" color={isDestructive ? 'red.9' : undefined} loading={acting.isPending}>
        {submit}
      </Button>
    </form>
  );
}
