import { Anchor, Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { listConnections } from '#contract/intake/connections.ts';
import {
  addedDespiteDuplicate,
  type Delivery,
  deliveryStates,
  listDeliveries,
  placingReasons,
  replayDeliveries,
} from '#contract/intake/deliveries.ts';
import { automaticMails } from '#contract/intake/mails.ts';
import { metaFetchFailures, metaTestLead } from '#contract/intake/meta.ts';
import { summariseIntake } from '#contract/intake/summary.ts';
import { skippedEchoReasons, skippedMessageReasons, stopRequest } from '#contract/intake/whatsapp.ts';
import classes from '#web/features/leads/intake/intake.module.css';
import { LeadTabs } from '#web/features/leads/lists/lead-tabs.tsx';
import { endpointPage, endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { mayCall } from '#web/lib/api/may-call.ts';
import { mutate } from '#web/lib/api/mutate.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { useSession } from '#web/lib/session/session.ts';
import { listRouteOptions, pageSearch, recordId } from '#web/lib/url/list-search.ts';
import { useDialogDone, useDialogs, useOpenDialogs } from '#web/lib/url/use-dialogs.ts';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { Choice } from '#web/ui/choice/choice.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import type { Filter } from '#web/ui/filter/filters.tsx';
import { LinkButton } from '#web/ui/frame/buttons.tsx';
import { ListScreen } from '#web/ui/list/list-screen.tsx';
import { EmptyState } from '#web/ui/list/list-states.tsx';
import { CardHead, RowAction, RowName } from '#web/ui/rows/row-parts.tsx';

const intakeSearch = pageSearch.extend({
  state: z.enum(deliveryStates).optional().catch(undefined),
  connection: recordId,
});
type IntakeSearch = z.output<typeof intakeSearch>;

const deliveriesQuery = ({ state, connection, page }: IntakeSearch) =>
  endpointPage(listDeliveries, { query: { state, connection, page } });

export const Route = createFileRoute('/main/intake')({
  ...listRouteOptions(
    intakeSearch,
    deliveriesQuery,
    (queryClient) => void queryClient.prefetchQuery(endpointQuery(summariseIntake)),
  ),
  component: Intake,
});

function Intake() {
  const url = Route.useSearch();
  const t = useTranslations('intake');
  const ui = useTranslations('ui');
  const formats = useFormats();
  const level = useSession()?.level;
  const { open } = useListUrl();
  const { openDialog, replaceDialog, closeDialog } = useDialogs();
  const [opened] = useOpenDialogs();
  const list = useQuery(deliveriesQuery(url));
  const replay = useMutation({
    mutationFn: (ids: string[]) => mutate(replayDeliveries, { body: { deliveries: ids } }),
    onSuccess: ({ replayed }) => toast.success(t('replayed', { count: replayed })),
    onError: () => toast.error(t('notReplayed')),
  });
  const onOpen = ({ _id }: Delivery) => openDialog('delivery', _id);
  const whoOf = ({ summary }: Delivery) => summary ?? t('unknown');
  // The next one that waits for a person, so that they are worked off one after another.
  const goOn = () => {
    const rows = list.data?.rows ?? [];
    const at = rows.findIndex(({ _id }) => _id === opened?.id);
    const next = [...rows.slice(at + 1), ...rows.slice(0, at)].find(({ state }) => state === 'toPlace');
    if (next) replaceDialog('delivery', next._id);
    else closeDialog();
  };
  useDialogDone('delivery', goOn);

  const who = (delivery: Delivery) => <RowName onOpen={() => onOpen(delivery)}>{whoOf(delivery)}</RowName>;
  const became = (delivery: Delivery) => (
    <>
      <Became delivery={delivery} />
      {delivery.lead && (
        <Anchor
          component="button"
          type="button"
          className={classes.lead}
          onClick={() => open({ found: delivery.lead ?? undefined })}
        >
          {t('openLead')}
        </Anchor>
      )}
    </>
  );
  const isRepeatable = ({ lead, state }: Delivery) => lead === null && state !== 'waiting';
  const isRepeatedWithOthers = (delivery: Delivery) =>
    isRepeatable(delivery) && (delivery.state !== 'ignored' || url.state === 'ignored');
  const repeatable = list.data?.rows.filter(isRepeatedWithOthers) ?? [];
  const again = (delivery: Delivery) =>
    isRepeatable(delivery) && (
      <RowAction
        icon={IconRefresh}
        label={t('replayOf', { who: whoOf(delivery) })}
        isBusy={replay.isPending && replay.variables.length === 1 && replay.variables[0] === delivery._id}
        onClick={() => replay.mutate([delivery._id])}
      />
    );
  return (
    <ListScreen
      title={t('title')}
      action={
        <div className="button-row">
          {repeatable.length > 1 && (
            <Button
              variant="default"
              leftSection={<IconRefresh size={16} stroke={1.75} />}
              loading={replay.isPending && replay.variables.length > 1}
              onClick={() => replay.mutate(repeatable.map(({ _id }) => _id))}
            >
              {t('replayAll', { count: repeatable.length })}
            </Button>
          )}
          {mayCall(listConnections, level) && (
            <LinkButton variant="default" to="/main/settings/connections">
              {t('connections.link')}
            </LinkButton>
          )}
        </div>
      }
      tabs={<LeadTabs current="more" />}
      filters={useIntakeFilters(url)}
      list={list}
      page={url.page}
      onOpen={onOpen}
      openId={opened?.id}
      columns={[
        {
          key: 'at',
          header: t('columns.at'),
          width: '200px',
          cell: ({ receivedAt }) => formats.moment(receivedAt),
        },
        { key: 'who', header: t('columns.who'), cell: who },
        { key: 'from', header: t('columns.from'), width: '14%', cell: ({ connection }) => connection.name },
        { key: 'became', header: t('columns.became'), width: '280px', cell: became },
        { key: 'actions', header: ui('actions'), width: '80px', align: 'end', cell: again },
      ]}
      card={(delivery) => (
        <>
          <CardHead>
            {who(delivery)}
            {again(delivery)}
          </CardHead>
          <p>{became(delivery)}</p>
          <p className="quiet">
            {delivery.connection.name} · {formats.moment(delivery.receivedAt)}
          </p>
        </>
      )}
      empty={<EmptyState why={t('emptyWhy')} />}
    />
  );
}

const reasons = [
  ...placingReasons,
  ...metaFetchFailures,
  ...skippedMessageReasons,
  ...skippedEchoReasons,
  ...automaticMails,
  metaTestLead,
  stopRequest,
  addedDespiteDuplicate,
  'erased',
] as const;

function Became({ delivery: { state, reason, attempts } }: { delivery: Delivery }) {
  const t = useTranslations('intake');
  const hasFailed = state === 'failed';
  const known = reasons.find((one) => one === reason);
  const other = hasFailed && reason ? t('reasons.here', { code: reason }) : reason;
  const parts = [known ? t(`reasons.${known}`) : other, hasFailed && t('attempts', { count: attempts })];
  const why = parts.filter(Boolean).join(', ');
  return (
    <span className={classes.state} data-state={state}>
      {t(`states.${state}`)}
      {why && `: ${why}`}
    </span>
  );
}

function useIntakeFilters({ state, connection }: IntakeSearch): Filter[] {
  const t = useTranslations('intake');
  const { setFilters: narrow } = useListUrl();
  const { data } = useQuery(endpointQuery(summariseIntake));
  return [
    {
      names: ['state'],
      isOn: state !== undefined,
      control: (
        <Choice
          className={classes.filter}
          aria-label={t('state')}
          data={[
            { value: '', label: t('anyState') },
            ...deliveryStates.map((one) => ({ value: one, label: t(`states.${one}`) })),
          ]}
          value={state ?? ''}
          onChange={(value) => narrow({ state: value || undefined })}
        />
      ),
    },
    {
      names: ['connection'],
      isOn: connection !== undefined,
      control: (
        <Choice
          className={classes.filter}
          aria-label={t('connection')}
          data={[
            { value: '', label: t('anyConnection') },
            ...(data?.connections ?? []).map(({ _id, name }) => ({ value: _id, label: name })),
          ]}
          value={connection ?? ''}
          onChange={(value) => narrow({ connection: value || undefined })}
        />
      ),
    },
  ];
}
