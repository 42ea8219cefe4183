import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { CustomerMessageWay } from '#contract/customer-messages/customer-message.ts';
import {
  editSmsGateway,
  getSmsGateway,
  listMessageTemplates,
  type SmsGateway,
} from '#contract/customer-messages/message-settings.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { mutateIntoCache } from '#web/lib/api/mutate.ts';
import { useDealer } from '#web/lib/dealer/dealer.queries.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { useDialogs } from '#web/lib/url/use-dialogs.ts';
import { confirm } from '#web/ui/dialog/confirm.ts';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { IconButton, LinkButton } from '#web/ui/frame/buttons.tsx';
import classes from './customer-messages.module.css';

/** Lists the channels by which messages are sent: whether each can be used, and a button that tests it. */
export function MessageWays() {
  const t = useTranslations('messageSettings.ways');
  return (
    <div className="box">
      <Way way="whatsapp" state={<WhatsAppState />}>
        <LinkButton size="xs" variant="default" to="/main/settings/connections">
          {t('connections')}
        </LinkButton>
      </Way>
      <SmsWay />
      <Way way="email" state={<EmailState />} />
    </div>
  );
}

type WayProps = {
  way: CustomerMessageWay;
  state: ReactNode;
  isUsable?: boolean;
  children?: ReactNode;
};

function Way({ way, state, isUsable = true, children }: WayProps) {
  const t = useTranslations('messageSettings');
  const ways = useTranslations('customerMessages.ways');
  const { openDialog } = useDialogs();
  return (
    <div className={classes.way}>
      <div className={classes.state}>
        <h3 className="heading">{ways(way)}</h3>
        {state}
      </div>
      <div className={classes.actions}>
        {isUsable && (
          <Button
            size="xs"
            variant="default"
            aria-label={t('ways.testOf', { way: ways(way) })}
            onClick={() => openDialog('customerMessage.test', way)}
          >
            {t('test')}
          </Button>
        )}
        {children}
      </div>
    </div>
  );
}

function WhatsAppState() {
  const t = useTranslations('messageSettings.ways');
  const formats = useFormats();
  const { data, error } = useQuery(endpointQuery(listMessageTemplates));
  if (error && !data) return <p className="danger">{t('templatesLost')}</p>;
  if (!data) return <Skeleton width="160px" />;
  const failed = data.failed.map(({ name }) => name);
  const approved = data.templates.filter(({ status }) => status === 'APPROVED');
  return (
    <>
      {failed.length > 0 && <p className="danger">{t('templatesFailed', { names: formats.all(failed) })}</p>}
      {(failed.length === 0 || approved.length > 0) && (
        <p className="quiet">{t('approved', { count: approved.length })}</p>
      )}
    </>
  );
}

function SmsWay() {
  const t = useTranslations('messageSettings.ways');
  const { openDialog } = useDialogs();
  const { data } = useQuery(endpointQuery(getSmsGateway));
  const gateway = data?.gateway;
  const askToRemove = () =>
    confirm({
      title: t('removeTitle'),
      text: t('removeText'),
      confirm: t('removeConfirm'),
      isDestructive: true,
      act: () => mutateIntoCache(editSmsGateway, { body: { gateway: null } }, getSmsGateway),
      onDone: () => toast.success(t('removed')),
    });
  return (
    <Way way="sms" state={<GatewayState gateway={gateway} />} isUsable={gateway != null}>
      <Button
        size="xs"
        variant="default"
        aria-label={gateway ? t('editGateway') : undefined}
        onClick={() => openDialog('smsGateway.edit')}
      >
        {t(gateway ? 'edit' : 'setUp')}
      </Button>
      {gateway && (
        <IconButton
          label={t('remove')}
          icon={<IconTrash size={17} stroke={1.75} />}
          variant="subtle"
          onClick={askToRemove}
        />
      )}
    </Way>
  );
}

function GatewayState({ gateway }: { gateway: SmsGateway | null | undefined }) {
  const t = useTranslations('messageSettings');
  const formats = useFormats();
  if (gateway === undefined) return <Skeleton width="160px" />;
  if (gateway === null) return <p className="quiet">{t('ways.noGateway')}</p>;
  const { failingSince, failure, isPaused, url } = gateway;
  if (isPaused) return <p>{t('ways.paused')}</p>;
  if (failingSince)
    return (
      <p className="danger">
        {t('ways.failing', {
          moment: formats.moment(failingSince),
          why: t(`failures.${failure ?? 'unknown'}`),
        })}
      </p>
    );
  return <p className="quiet">{t('ways.ready', { host: URL.parse(url)?.host ?? url })}</p>;
}

function EmailState() {
  const t = useTranslations('messageSettings.ways');
  const { mail } = useDealer();
  return <p className={mail === 'smtp' ? 'quiet' : 'danger'}>{t(mail)}</p>;
}
