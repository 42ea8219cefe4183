import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { type Connection, listConnections, renewConnectionSecret } from '#contract/intake/connections.ts';
import {
  ConnectionState,
  DeliveriesByDay,
  LastDelivery,
} from '#web/features/settings/connections/connection-cells.tsx';
import classes from '#web/features/settings/connections/connections.module.css';
import { shownSecret } from '#web/features/settings/connections/shown-secret.ts';
import { SettingsFrame } from '#web/features/settings/settings-frame.tsx';
import { endpointPage } from '#web/lib/api/endpoint-query.ts';
import { mutate } from '#web/lib/api/mutate.ts';
import { useDialogs, useOpenDialogs } from '#web/lib/url/use-dialogs.ts';
import { confirm } from '#web/ui/dialog/confirm.ts';
import { LinkButton } from '#web/ui/frame/buttons.tsx';
import { useCreateButton } from '#web/ui/list/create-button.tsx';
import { ListScreen } from '#web/ui/list/list-screen.tsx';
import { EmptyState } from '#web/ui/list/list-states.tsx';
import { RowMenu, type RowMenuItem } from '#web/ui/rows/row-menu.tsx';
import { RowName } from '#web/ui/rows/row-parts.tsx';

const connectionsQuery = () => endpointPage(listConnections, {});

// Few people open it: its calls stay out of the first load, and are asked once its code is there.
export const Route = createFileRoute('/main/settings_/connections')({
  component: Connections,
});

function Connections() {
  const t = useTranslations('intake.connections');
  const intake = useTranslations('intake');
  const ui = useTranslations('ui');
  const { openDialog } = useDialogs();
  const [opened] = useOpenDialogs();
  const list = useQuery(connectionsQuery());
  const onEdit = ({ _id, kind }: Connection) =>
    openDialog(kind === 'form' ? 'websiteForm.edit' : 'connection.edit', _id);
  const askToRenew = ({ _id: id, name }: Connection) =>
    confirm({
      title: t('renewAsk', { name }),
      text: t('renewWhy'),
      confirm: t('renew'),
      act: () => mutate(renewConnectionSecret, { params: { id } }),
      onDone(told) {
        shownSecret.keep(told);
        openDialog('connection.secret', id);
      },
    });

  const name = (connection: Connection) => (
    <div className={classes.name}>
      <RowName onOpen={() => onEdit(connection)}>{connection.name}</RowName>
      <p className="quiet one-line">{connection.serviceCenter?.name ?? t('named')}</p>
    </div>
  );
  const actions = (connection: Connection) => {
    const { _id: id, kind, isReadable } = connection;
    const isForm = kind === 'form';
    const offered: [isOffered: boolean, item: RowMenuItem][] = [
      [true, { label: t('check.link'), onClick: () => openDialog('connection.check', id) }],
      [true, { label: t('actions.edit'), onClick: () => onEdit(connection) }],
      [!isForm, { label: t('map.title'), onClick: () => openDialog('connection.mapping', id) }],
      [kind === 'meta', { label: t('forms.title'), onClick: () => openDialog('connection.metaForms', id) }],
      [kind === 'meta', { label: t('earlier.title'), onClick: () => openDialog('connection.earlier', id) }],
      [!isForm || !isReadable, { label: t('renew'), onClick: () => askToRenew(connection) }],
    ];
    return (
      <RowMenu
        name={connection.name}
        items={offered.flatMap(([isOffered, item]) => (isOffered ? [item] : []))}
      />
    );
  };
  return (
    <SettingsFrame>
      <ListScreen
        title={t('title')}
        action={
          <div className="button-row">
            <LinkButton variant="default" to="/main/intake">
              {intake('title')}
            </LinkButton>
            <Button variant="default" onClick={() => openDialog('assignmentRules')}>
              {t('assign.link')}
            </Button>
            {useCreateButton(t('add'), () => openDialog('connection.new'))}
          </div>
        }
        isTall
        list={list}
        page={1}
        onOpen={onEdit}
        openId={opened?.id}
        columns={[
          { key: 'name', header: t('columns.name'), cell: name },
          {
            key: 'last',
            header: t('columns.last'),
            width: '180px',
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
            width: '20%',
            cell: (connection) => <ConnectionState connection={connection} />,
          },
          { key: 'actions', header: ui('actions'), width: '124px', align: 'end', cell: actions },
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
      />
    </SettingsFrame>
  );
}
