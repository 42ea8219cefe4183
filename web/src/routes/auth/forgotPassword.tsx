import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { forgotPassword } from '#contract/auth.ts';
import { textLength } from '#contract/business.ts';
import { requiredText } from '#contract/text/text.ts';
import { AuthCard, LoginLink, NoMailServer } from '#web/features/auth/auth-card.tsx';
import { call } from '#web/lib/api/api.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { TextField } from '#web/ui/field/fields.tsx';
import { useForm } from '#web/ui/form/use-form.tsx';

export const Route = createFileRoute('/auth/forgotPassword')({ component: ForgotPassword });

// The server decides whether it is an address (specification, section 8: 'No Employee Found').
const forgotForm = z.object({ email: requiredText(textLength.email) });

function ForgotPassword() {
  const t = useTranslations('authPages.forgot');
  const auth = useTranslations('auth');
  const errorText = useErrorText();
  const [sentTo, setSentTo] = useState<string>();
  const send = useMutation({
    mutationFn: (email: string) => call(forgotPassword, { body: { email } }),
    onSuccess: () => toast.success(t('emailSent')),
  });
  const { form, submit, isSaving, error, failure } = useForm({
    schema: forgotForm,
    record: { email: '' },
    async save({ email }) {
      await send.mutateAsync(email);
      setSentTo(email);
    },
    onRefused: (refusal) => isNobody(refusal) && toast.error(t('notFound')),
  });

  if (sentTo) {
    return (
      <AuthCard
        title={t('sentTitle')}
        note={t('sentWhy', { email: sentTo })}
        foot={<LoginLink>{t('backToLogin')}</LoginLink>}
      >
        <div className="auth-fields">
          <NoMailServer />
          {send.isError && <Notice>{errorText(send.error)}</Notice>}
          <Button variant="default" fullWidth loading={send.isPending} onClick={() => send.mutate(sentTo)}>
            {t('resend')}
          </Button>
        </div>
      </AuthCard>
    );
  }

  return (
    <AuthCard title={t('title')} foot={<LoginLink>{t('goBack')}</LoginLink>} onSubmit={submit}>
      <TextField
        control={form.control}
        name="email"
        type="email"
        label={auth('email')}
        autoComplete="username"
        maxLength={textLength.email}
        autoFocus
      />
      {!isNobody(error) && failure}
      <Button type="submit" fullWidth loading={isSaving}>
        {t('submit')}
      </Button>
    </AuthCard>
  );
}

const isNobody = (error: unknown) => error instanceof ApiError && error.status === 404;
