import { Button } from '@mantine/core';
import { encodeQR } from 'qr';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import type { EndpointReply } from '#contract/call/endpoint.ts';
import { messages } from '#contract/call/messages.ts';
import { confirmAuthenticatorSetUp, type startAuthenticatorSetUp } from '#contract/login/second-factor.ts';
import { mutate } from '#web/lib/api/mutate.ts';
import { CodeField } from '#web/ui/field/fields.tsx';
import { omitFieldErrors } from '#web/ui/form/refusals.tsx';
import { useForm } from '#web/ui/form/use-form.tsx';
import { useIsPhone } from '#web/ui/frame/use-is-phone.ts';
import classes from './second-factor.module.css';

/** The secret for an authenticator app that is being set up. */
export type AuthenticatorSetup = EndpointReply<typeof startAuthenticatorSetUp>;

const codeForm = z.object({ code: z.string().regex(/^\d{6}$/, messages.appCodeFormat) });

type AppStepProps = {
  offer: AuthenticatorSetup;
  submit: string;
  onAdded: (added: EndpointReply<typeof confirmAuthenticatorSetUp>) => void;
};

/** Shows the code to scan by an authenticator app, and asks for a first code of the app. */
export function AuthenticatorStep({ offer, submit, onAdded }: AppStepProps) {
  const t = useTranslations('profile.secondFactor');
  const isPhone = useIsPhone();
  const {
    form,
    submit: send,
    isSaving,
    failure,
  } = useForm({
    schema: codeForm,
    record: { code: '' },
    save: async (body) => onAdded(await mutate(confirmAuthenticatorSetUp, { body })),
    onRefused: (error, form) =>
      !omitFieldErrors(error, form) || form.setFocus('code', { shouldSelect: true }),
  });
  return (
    <form noValidate className="field-stack" onSubmit={send}>
      <p className="dimmed">{t('scan')}</p>
      <QrCode text={offer.link} label={t('qrCode')} />
      {isPhone && (
        <Button component="a" href={offer.link} variant="default">
          {t('onThisPhone')}
        </Button>
      )}
      <p className="dimmed">
        {t('cannotScan')} <code className={classes.secret}>{offer.secret.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      <CodeField
        control={form.control}
        name="code"
        label={t('code')}
        data-autofocus
        onComplete={() => void send()}
      />
      {failure}
      <Button type="submit" loading={isSaving}>
        {submit}
      </Button>
    </form>
  );
}

// Drawn in the browser: it carries a secret.
function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 3 });
    const squares = rows.flatMap((row, y) =>
      row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])),
    );
    return { size: rows.length, path: squares.join('') };
  }, [text]);
  return (
    <svg
      className={classes.qr}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={path} />
    </svg>
  );
}
