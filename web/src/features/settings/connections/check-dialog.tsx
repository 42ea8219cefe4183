import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { type ConnectionCheckResult, checkConnection } from '#contract/intake/check.ts';
import type { Connection } from '#contract/intake/connections.ts';
import { subscribeMetaPage } from '#contract/intake/meta.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { mutate } from '#web/lib/api/mutate.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import type { DialogProps } from '#web/ui/dialog/dialog-host.tsx';
import { RecordDialog } from '#web/ui/dialog/lazy-dialog.tsx';
import { FormFailure } from '#web/ui/form/refusals.tsx';
import { ConnectionRecord } from './connection-record.tsx';
import classes from './connections.module.css';

/** Shows what of a connection works and what does not. */
export function ConnectionCheckDialog({ id, onClose }: DialogProps) {
  const t = useTranslations('intake.connections.check');
  return (
    <ConnectionRecord id={id} title={t('title')} fields={3} onClose={onClose}>
      {(connection) => <ConnectionCheck connection={connection} onClose={onClose} />}
    </ConnectionRecord>
  );
}

type ConnectionCheckProps = { connection: Connection; onClose: () => void };

function ConnectionCheck({ connection, onClose }: ConnectionCheckProps) {
  const t = useTranslations('intake.connections.check');
  const options = { params: { id: connection._id } };
  const query = useQuery({ ...endpointQuery(checkConnection, options), staleTime: 0, gcTime: 0 });
  const steps = useTranslations('intake.connections.secret.metaSteps');
  const subscribe = useMutation({
    mutationFn: () => mutate(subscribeMetaPage, options),
    onSettled: () => query.refetch(),
  });
  const isUnsubscribed = query.data?.parts.some(({ part, isFine }) => part === 'subscribed' && !isFine);
  return (
    <RecordDialog query={query} title={t('title')} fields={3} onClose={onClose}>
      {({ parts }) => (
        <Dialog title={t('of', { name: connection.name })} size={560} onClose={onClose}>
          <ul className={classes.checks} aria-live="polite">
            {parts.map((part) => (
              <Part key={`${part.part} ${part.about}`} part={part} kind={connection.kind} />
            ))}
          </ul>
          <FormFailure error={subscribe.error ?? query.error} />
          <div className="dialog-buttons">
            {isUnsubscribed && (
              <Button variant="default" loading={subscribe.isPending} onClick={() => subscribe.mutate()}>
                {steps('subscribe')}
              </Button>
            )}
            <Button variant="default" loading={query.isFetching} onClick={() => void query.refetch()}>
              {t('again')}
            </Button>
            <Button data-autofocus onClick={onClose}>
              {t('done')}
            </Button>
          </div>
        </Dialog>
      )}
    </RecordDialog>
  );
}

function Part({ part, kind }: { part: ConnectionCheckResult; kind: Connection['kind'] }) {
  const t = useTranslations('intake.connections.check');
  const reasons = useTranslations('intake.reasons');
  const { isFine, about, failure } = part;
  const Icon = isFine ? IconCircleCheck : IconAlertTriangle;
  const named = { about: about ?? '', isNamed: about ? 'yes' : 'no', kind } as const;
  return (
    <li className={isFine ? classes.fine : 'danger'}>
      <Icon size={18} stroke={1.75} aria-hidden />
      <span>
        {isFine ? t(`fine.${part.part}`, named) : t(`wrong.${part.part}`, named)}
        {failure && ` ${t('because', { why: reasons(failure) })}`}
      </span>
    </li>
  );
}
