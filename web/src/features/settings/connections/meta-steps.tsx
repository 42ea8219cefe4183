import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { subscribeMetaPage } from '#contract/intake/meta.ts';
import { mutate } from '#web/lib/api/mutate.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import classes from './connections.module.css';
import { CopyLine } from './copy-line.tsx';

type StepsProps = { address: string; verifyToken: string };

/** Says what to do at Meta so that lead ads come here, with a button that subscribes the pages. */
export function MetaSetupSteps({ connection, ...entered }: StepsProps & { connection: string }) {
  const steps = useTranslations('intake.connections.secret.metaSteps');
  return (
    <Steps first={steps('one')} {...entered}>
      <li>{steps('two')}</li>
      <li>
        <Subscribe connection={connection} />
      </li>
      <li>{steps('four')}</li>
      <li>{steps('five')}</li>
    </Steps>
  );
}

/** Says what to do at Meta so that messages of WhatsApp come here. */
export function WhatsAppSetupSteps(entered: StepsProps) {
  const steps = useTranslations('intake.connections.secret.whatsAppSteps');
  return (
    <Steps first={steps('one')} {...entered}>
      <li>{steps('two')}</li>
      <li>
        {steps('three')}
        <CopyLine label="curl" text={subscribeAccount} />
      </li>
      <li>{steps('four')}</li>
    </Steps>
  );
}

const subscribeAccount = [
  'curl -X POST https://graph.facebook.com/v26.0/ACCOUNT_ID/subscribed_apps \\',
  "  -H 'Authorization: Bearer ACCESS_TOKEN'",
].join('\n');

function Steps({
  first,
  address,
  verifyToken,
  children,
}: StepsProps & { first: string; children: ReactNode }) {
  const t = useTranslations('intake.connections.secret');
  return (
    <ol className={classes.steps}>
      <li>
        {first}
        <CopyLine label={t('callback')} text={address} />
        <CopyLine label={t('verifyToken')} text={verifyToken} />
      </li>
      {children}
    </ol>
  );
}

function Subscribe({ connection }: { connection: string }) {
  const steps = useTranslations('intake.connections.secret.metaSteps');
  const reasons = useTranslations('intake.reasons');
  const errorText = useErrorText();
  const subscribe = useMutation({
    mutationFn: () => mutate(subscribeMetaPage, { params: { id: connection } }),
  });
  const { data, error } = subscribe;
  const wrong = error
    ? errorText(error)
    : data?.failure && steps('notSubscribed', { why: reasons(data.failure) });
  return (
    <>
      {steps('three')}
      <p className={classes.how}>
        <Button variant="default" loading={subscribe.isPending} onClick={() => subscribe.mutate()}>
          {steps('subscribe')}
        </Button>
      </p>
      <p aria-live="polite" className={wrong ? 'danger' : undefined}>
        {wrong || (data?.page && steps('subscribed', { page: data.page }))}
      </p>
    </>
  );
}
