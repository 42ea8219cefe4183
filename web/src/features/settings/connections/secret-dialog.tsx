import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { listConnections } from '#contract/intake/connections.ts';
import { endpointPage } from '#web/lib/api/endpoint-query.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import type { DialogProps } from '#web/ui/dialog/dialog-host.tsx';
import { LocalLinkNotice } from '#web/ui/feedback/local-link.tsx';
import classes from './connections.module.css';
import { CopyLine } from './copy-line.tsx';
import { MetaSetupSteps, WhatsAppSetupSteps } from './meta-steps.tsx';
import { type ConnectionSecret, shownSecret } from './shown-secret.ts';

/** Shows a secret once; where it is not known any more, as after a reload, there is nothing to show. */
export function ConnectionSecretDialog({ id, onClose }: DialogProps) {
  const [told] = useState(() => shownSecret.of(id));
  const isForgotten = told === undefined;
  useEffect(() => {
    if (isForgotten) onClose();
    else shownSecret.forget();
  }, [isForgotten, onClose]);
  return told && <Secret {...told} onClose={onClose} />;
}

function Secret({ connection, secret, onClose }: ConnectionSecret & { onClose: () => void }) {
  const t = useTranslations('intake.connections.secret');
  const formats = useFormats();
  const { data } = useQuery(endpointPage(listConnections, {}));
  const isEmail = connection.kind === 'email';
  const isMeta = connection.kind === 'meta';
  const isWhatsApp = connection.kind === 'whatsapp';
  const plain = `${location.origin}${connection.path}`;
  // Mail providers enter no header of ours, but an address with a password.
  const address = isEmail ? plain.replace('://', `://mail:${encodeURIComponent(secret)}@`) : plain;
  const now = data?.rows.find(({ _id }) => _id === connection._id)?.lastDeliveryAt ?? null;
  const isNews = now !== null && now !== connection.lastDeliveryAt;
  const curl = isEmail
    ? [
        `curl '${address}' \\`,
        `  -H 'Content-Type: message/rfc822' \\`,
        `  --data-binary $'From: Rahim Uddin <rahim@example.com>\\nSubject: Oil change\\n\\nPlease call 01712345678'`,
      ].join('\n')
    : [
        `curl ${address} \\`,
        `  -H 'Authorization: Bearer ${secret}' \\`,
        `  -H 'Content-Type: application/json' \\`,
        `  -d '{"name": "Rahim Uddin", "phone": "01712345678", "message": "Oil change, please"}'`,
      ].join('\n');
  return (
    <Dialog isTall title={t('title')} size={640} onClose={onClose}>
      <p>{t(isMeta || isWhatsApp ? 'tokenOnce' : 'once')}</p>
      <LocalLinkNotice />
      {isMeta ? (
        <MetaSetupSteps connection={connection._id} address={address} verifyToken={secret} />
      ) : isWhatsApp ? (
        <WhatsAppSetupSteps address={address} verifyToken={secret} />
      ) : (
        <>
          <CopyLine label={t('address')} text={address} />
          {!isEmail && <CopyLine label={t('secret')} text={secret} />}
          <p className={classes.how}>{t(isEmail ? 'howEmail' : 'how')}</p>
          <CopyLine label="curl" text={curl} />
        </>
      )}
      <p role="status" className={classes.how}>
        {isNews ? t('received', { moment: formats.moment(now) }) : t('waiting')}
      </p>
      <div className="dialog-buttons">
        <Button data-autofocus onClick={onClose}>
          {t('done')}
        </Button>
      </div>
    </Dialog>
  );
}
