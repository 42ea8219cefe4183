import { zodResolver } from '@hookform/resolvers/zod';
import { Button } from '@mantine/core';
import { useForm } from 'react-hook-form';
import toast from 'react-hot-toast';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { textLength } from '#contract/business.ts';
import type { SentInvite } from '#contract/invites.ts';
import { email } from '#contract/text.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { TextField } from '#web/ui/fields.tsx';
import { showFieldErrors } from '#web/ui/show-field-errors.ts';
import classes from './invite-form.module.css';
import { useInviteCalls } from './invites.queries.ts';

const schema = z.object({ email });

/** Invites one address. What the server refuses stands below the field too. */
export function InviteForm({ onInvited }: { onInvited: (invite: SentInvite) => void }) {
  const t = useTranslations('invites');
  const errorText = useErrorText();
  const { create } = useInviteCalls();
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { email: '' } });

  const invite = form.handleSubmit(async ({ email }) => {
    const sending = create.mutateAsync(email);
    try {
      await toast.promise(sending, { loading: t('inviting'), success: t('invited'), error: errorText });
      onInvited(await sending);
      form.reset();
    } catch (error) {
      showFieldErrors(form, error);
    }
  });

  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        if (form.formState.isSubmitting) event.preventDefault();
        else void invite(event);
      }}
    >
      <TextField
        className={classes.email}
        control={form.control}
        name="email"
        label={t('email')}
        placeholder={t('placeholder')}
        type="email"
        maxLength={textLength.email}
        autoComplete="off"
      />
      <Button type="submit" className={classes.submit} loading={form.formState.isSubmitting}>
        {t('invite')}
      </Button>
    </form>
  );
}
