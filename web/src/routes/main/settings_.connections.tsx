import { Button } from '@mantine/core';
import {
  IconArrowsLeftRight,
  IconForms,
  IconHistory,
  IconKey,
  IconPencil,
  IconPlugConnected,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { listAssignmentRules } from '#contract/intake/assignment.ts';
import { type Connection, listConnections, renewConnectionSecret } from '#contract/intake/connections.ts';
import {
  ConnectionState,
  DeliveriesByDay,
  LastDelivery,
} from '#web/features/settings/connections/connection-cells.tsx';
import classes from '#web/features/settings/connections/connections.module.css';
import type { ConnectionSecret } from '#web/features/settings/connections/secret-dialog.tsx';
import { endpointPage, endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { mutate } from '#web/lib/api/mutate.ts';
import { listUrlOptions, recordId } from '#web/lib/url/list-search.ts';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { ConfirmAction } from '#web/ui/dialog/confirm-action.tsx';
import { lazyDialog } from '#web/ui/dialog/lazy-dialog.tsx';
import { LinkButton } from '#web/ui/frame/buttons.tsx';
import { ListScreen, useCreateButton } from '#web/ui/list/list-screen.tsx';
import { EmptyState } from '#web/ui/list/list-states.tsx';
import { RowAction, RowActions, RowName } from '#web/ui/rows/row-parts.tsx';

const connectionsSearch = z.object({
  new: z.enum(['record', 'form']).optional().catch(undefined),
  edit: recordId,
  form: recordId,
  map: recordId,
  earlier: recordId,
  check: recordId,
  forms: recordId,
  gets: z.literal('centers').optional().catch(undefined),
});

const connectionsQuery = () => endpointPage(listConnections, {});

// Few people open it: its calls stay out of the first load, and are asked once its code is there.
export const Route = createFileRoute('/main/settings_/connections')({
  ...listUrlOptions(connectionsSearch),
  component: Connections,
});

const ConnectionDialog = lazyDialog(
  () => import('#web/features/settings/connections/connection-dialog.tsx'),
  'ConnectionDialog',
  'intake.connections.edit',
  4,
);
const MappingDialog = lazyDialog(
  () => import('#web/features/settings/connections/mapping-dialog.tsx'),
  'FieldMappingDialog',
  'intake.connections.map.title',
  9,
);
const CheckDialog = lazyDialog(
  () => import('#web/features/settings/connections/check-dialog.tsx'),
  'ConnectionCheckDialog',
  'intake.connections.check.title',
  3,
);
const EarlierDialog = lazyDialog(
  () => import('#web/features/settings/connections/earlier-dialog.tsx'),
  'EarlierMetaLeadsDialog',
  'intake.connections.earlier.title',
  1,
);
const MetaFormsDialog = lazyDialog(
  () => import('#web/features/settings/connections/meta-forms-dialog.tsx'),
  'MetaFormsDialog',
  'intake.connections.forms.title',
  6,
);
const AssignmentDialog = lazyDialog(
  () => import('#web/features/settings/connections/assignment-dialog.tsx'),
  'AssignmentRuleDialog',
  'intake.connections.assign.title',
  6,
);
const WebsiteFormDialog = lazyDialog(
  () => import('#web/features/settings/connections/website-form-dialog.tsx'),
  'WebsiteFormDialog',
  'intake.connections.form.edit',
  8,
);
const SecretDialog = lazyDialog(
  () => import('#web/features/settings/connections/secret-dialog.tsx'),
  'ConnectionSecretDialog',
  'intake.connections.secret.title',
  2,
);

function Connections() {
  const url = Route.useSearch();
  const t = useTranslations('intake.connections');
  const intake = useTranslations('intake');
  const ui = useTranslations('ui');
  const { open, replaceRecord: swap, close } = useListUrl();
  const list = useQuery(connectionsQuery());
  const assignments = useQuery(endpointQuery(listAssignmentRules));
  const [secret, setSecret] = useState<ConnectionSecret>();
  const [renewed, setRenewed] = useState<Connection>();
  const of = (id: string | undefined) => list.data?.rows.find(({ _id }) => _id === id);
  const onEdit = ({ _id }: Connection) => open({ edit: _id });
  const onOpen = (connection: Connection) =>
    connection.kind === 'form' ? open({ form: connection._id }) : onEdit(connection);

  const name = (connection: Connection) => (
    <RowName onOpen={() => onOpen(connection)}>{connection.name}</RowName>
  );
  // What all have is last, so that each icon has its column.
  const actions = (connection: Connection) => (
    <RowActions>
      {connection.kind === 'meta' && (
        <RowAction
          icon={IconHistory}
          label={t('earlierOf', { name: connection.name })}
          onClick={() => open({ earlier: connection._id })}
        />
      )}
      {connection.kind === 'meta' && (
        <RowAction
          icon={IconForms}
          label={t('formsOf', { name: connection.name })}
          onClick={() => open({ forms: connection._id })}
        />
      )}
      {(connection.kind !== 'form' || !connection.isReadable) && (
        <RowAction
          icon={IconKey}
          label={t('renewOf', { name: connection.name })}
          onClick={() => setRenewed(connection)}
        />
      )}
      {connection.kind === 'form' ? (
        <RowAction
          icon={IconForms}
          label={t('form.editOf', { name: connection.name })}
          onClick={() => open({ form: connection._id })}
        />
      ) : (
        <RowAction
          icon={IconArrowsLeftRight}
          label={t('mapOf', { name: connection.name })}
          onClick={() => open({ map: connection._id })}
        />
      )}
      <RowAction
        icon={IconPlugConnected}
        label={t('check.linkOf', { name: connection.name })}
        onClick={() => open({ check: connection._id })}
      />
      <RowAction
        icon={IconPencil}
        label={ui('editOf', { name: connection.name })}
        onClick={() => onEdit(connection)}
      />
    </RowActions>
  );
  const edited = of(url.edit);
  const mapped = of(url.map);
  const fetched = of(url.earlier);
  const checked = of(url.check);
  const formed = of(url.forms);
  return (
    <ListScreen
      title={t('title')}
      action={
        <div className="button-row">
          <LinkButton variant="default" to="/main/intake">
            {intake('title')}
          </LinkButton>
          <Button variant="default" onClick={() => open({ gets: 'centers' })}>
            {t('assign.link')}
          </Button>
          <Button variant="default" onClick={() => open({ new: 'form' })}>
            {t('form.add')}
          </Button>
          {useCreateButton(t('add'), () => open({ new: 'record' }))}
        </div>
      }
      list={list}
      page={1}
      onOpen={onOpen}
      openId={url.edit ?? url.form}
      columns={[
        { key: 'name', header: t('columns.name'), cell: name },
        {
          key: 'center',
          header: t('columns.center'),
          width: '14%',
          cell: ({ serviceCenter }) => serviceCenter?.name ?? t('named'),
        },
        {
          key: 'last',
          header: t('columns.last'),
          width: '200px',
          cell: (connection) => <LastDelivery connection={connection} />,
        },
        {
          key: 'days',
          header: t('columns.days'),
          width: '140px',
          cell: (connection) => <DeliveriesByDay {...connection} />,
        },
        {
          key: 'state',
          header: t('columns.state'),
          width: '18%',
          cell: (connection) => <ConnectionState connection={connection} />,
        },
        { key: 'actions', header: ui('actions'), width: '232px', align: 'end', cell: actions },
      ]}
      card={(connection) => (
        <>
          {name(connection)}
          <ConnectionState connection={connection} />
          <p className="quiet">
            <LastDelivery connection={connection} />
          </p>
          <div className="quiet">
            <DeliveriesByDay {...connection} />
          </div>
          <div className={classes.cardActions}>{actions(connection)}</div>
        </>
      )}
      empty={<EmptyState why={t('emptyWhy')} />}
    >
      {(url.new === 'record' || edited) && (
        <ConnectionDialog
          key={url.edit ?? 'new'}
          connection={edited}
          onClose={() => close('new', 'edit')}
          onCreated={setSecret}
        />
      )}
      {url.gets && assignments.data && (
        <AssignmentDialog chosen={assignments.data} onClose={() => close('gets')} />
      )}
      {(url.new === 'form' || url.form) && (
        <WebsiteFormDialog
          key={url.form ?? 'new'}
          id={url.form}
          onClose={() => close('new', 'form')}
          onCreated={(form) => swap({ new: undefined, form })}
        />
      )}
      {formed && <MetaFormsDialog key={url.forms} connection={formed} onClose={() => close('forms')} />}
      {checked && <CheckDialog key={url.check} connection={checked} onClose={() => close('check')} />}
      {fetched && <EarlierDialog key={url.earlier} connection={fetched} onClose={() => close('earlier')} />}
      {mapped && <MappingDialog key={url.map} connection={mapped} onClose={() => close('map')} />}
      {renewed && (
        <ConfirmAction
          title={t('renewAsk', { name: renewed.name })}
          text={t('renewWhy')}
          confirm={t('renew')}
          act={() => mutate(renewConnectionSecret, { params: { id: renewed._id } })}
          onDone={setSecret}
          onClose={() => setRenewed(undefined)}
        />
      )}
      {secret && !url.new && <SecretDialog {...secret} onClose={() => setSecret(undefined)} />}
    </ListScreen>
  );
}
