import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import toast from 'react-hot-toast';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { forgotPassword } from '#contract/auth.ts';
import { textLength } from '#contract/business.ts';
import { requiredText } from '#contract/text/text.ts';
import { AuthCard, LoginLink } from '#web/features/auth/auth-card.tsx';
import { NoMailServer } from '#web/features/auth/link-gone.tsx';
import { call } from '#web/lib/api/api.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { useDealer } from '#web/lib/session/dealer.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { TextField } from '#web/ui/field/fields.tsx';
import { useSchemaForm } from '#web/ui/form/use-schema-form.ts';

export const Route = createFileRoute('/auth/forgotPassword')({ component: ForgotPassword });

// The server decides whether it is an address (specification, section 8: 'No Employee Found').
const forgotForm = z.object({ email: requiredText(textLength.email) });

function ForgotPassword() {
  const t = useTranslations('authPages.forgot');
  const auth = useTranslations('auth');
  const errorText = useErrorText();
  const { mail } = useDealer();
  const { control, handleSubmit } = useSchemaForm(forgotForm, { defaultValues: { email: '' } });
  const send = useMutation({
    mutationFn: (email: string) => call(forgotPassword, { body: { email } }),
    onSuccess: () => toast.success(t('emailSent')),
    onError: (error) => isNobody(error) && toast.error(t('notFound')),
  });
  const resend = useMutation({
    mutationFn: (email: string) => call(forgotPassword, { body: { email } }),
    onSuccess: () => toast.success(t('emailSent')),
  });

  if (send.isSuccess) {
    return (
      <AuthCard
        title={t('sentTitle')}
        note={t('sentWhy', { email: send.variables })}
        foot={<LoginLink>{t('backToLogin')}</LoginLink>}
      >
        <div className="auth-fields">
          <NoMailServer />
          {resend.isError && <Notice>{errorText(resend.error)}</Notice>}
          <Button
            variant="default"
            fullWidth
            loading={resend.isPending}
            onClick={() => resend.mutate(send.variables)}
          >
            {t('resend')}
          </Button>
        </div>
      </AuthCard>
    );
  }

  return (
    <AuthCard
      title={t('title')}
      note={t(mail === 'smtp' ? 'why' : 'whyOutbox')}
      foot={<LoginLink>{t('goBack')}</LoginLink>}
      onSubmit={handleSubmit(({ email }) => !send.isPending && send.mutate(email))}
    >
      <TextField
        control={control}
        name="email"
        type="email"
        label={auth('email')}
        autoComplete="username"
        maxLength={textLength.email}
        autoFocus
      />
      {send.isError && !isNobody(send.error) && <Notice>{errorText(send.error)}</Notice>}
      <Button type="submit" fullWidth loading={send.isPending}>
        {t('submit')}
      </Button>
    </AuthCard>
  );
}

const isNobody = (error: unknown) => error instanceof ApiError && error.status === 404;
