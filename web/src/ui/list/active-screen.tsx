import { Switch } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { IconPencil } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { invalidateTags, queryKeyOf, type ReadEndpoint } from '#web/lib/api/query-keys.ts';
import type { ActiveSearch } from '#web/lib/url/list-search.ts';
import { type DialogName, useDialogs } from '#web/lib/url/use-dialogs.ts';
import { useUndoable } from '#web/ui/feedback/use-undoable.ts';
import { activeFilter, searchFilter } from '#web/ui/filter/filters.tsx';
import type { Column } from '#web/ui/rows/data-list.tsx';
import cells from '#web/ui/rows/record-cells.module.css';
import { CardHead, RowAction, RowActions, RowName } from '#web/ui/rows/row-parts.tsx';
import classes from './active-screen.module.css';
import { useCreateButton } from './create-button.tsx';
import { ListScreen, type RecordListProps } from './list-screen.tsx';
import { EmptyState } from './list-states.tsx';

type ActiveRecord = { _id: string; name: string; isActive: boolean };
type OwnColumns<Row> = Record<'name' | 'toggle' | 'actions', Column<Row>>;

type ActiveScreenProps<Row extends ActiveRecord> = {
  url: ActiveSearch;
  title: string;
  add: string;
  searchHint: string;
  tabs?: ReactNode;
  list: RecordListProps<Row>['list'];
  onSwitch: (row: Row, isActive: boolean) => Promise<unknown>;
  columns: (own: OwnColumns<Row>) => Column<Row>[];
  note?: (row: Row) => ReactNode;
  about: (row: Row) => ReactNode;
  more?: (row: Row) => ReactNode;
  dialogs: { add: DialogName; edit: DialogName };
};

/** Shows a list of things that are switched on and off, added and updated. */
export function ActiveScreen<Row extends ActiveRecord>(props: ActiveScreenProps<Row>) {
  const { url, title, searchHint, list, onSwitch, note, about, more, dialogs } = props;
  const t = useTranslations('ui');
  const { openDialog } = useDialogs();
  const button = useCreateButton(props.add, () => openDialog(dialogs.add));
  const onOpen = ({ _id }: Row) => openDialog(dialogs.edit, _id);

  const name = (row: Row) => {
    const said = note?.(row);
    return (
      <span>
        <RowName onOpen={() => onOpen(row)}>{row.name}</RowName>
        {said && <span className={cells.beside}>{said}</span>}
      </span>
    );
  };
  const toggle = (row: Row) => (
    <Switch
      classNames={{ root: classes.switch, track: classes.track }}
      withThumbIndicator={false}
      aria-label={t('active.of', { name: row.name })}
      checked={row.isActive}
      onChange={() => void onSwitch(row, !row.isActive)}
    />
  );
  const edit = (row: Row) => (
    <RowActions>
      {more?.(row)}
      <RowAction icon={IconPencil} label={t('editOf', { name: row.name })} onClick={() => onOpen(row)} />
    </RowActions>
  );
  return (
    <ListScreen
      title={title}
      action={button}
      tabs={props.tabs}
      filters={[searchFilter(url.search, searchHint), activeFilter(url.status)]}
      list={list}
      page={url.page}
      columns={props.columns({
        name: { key: 'name', header: t('name'), cell: name },
        toggle: { key: 'toggle', header: t('active.active'), width: '96px', cell: toggle },
        actions: { key: 'actions', header: t('actions'), width: '96px', align: 'end', cell: edit },
      })}
      card={(row) => (
        <>
          <CardHead>
            {name(row)}
            <RowActions>
              {toggle(row)}
              {edit(row)}
            </RowActions>
          </CardHead>
          {about(row)}
        </>
      )}
      onOpen={onOpen}
      empty={<EmptyState action={button} />}
    />
  );
}

type Switched = { _id: string; name: string; isActive: boolean };
type List = { rows: Switched[] };

/**
 * @param listed the endpoint of the lists that show it.
 * @param send switches a record; answers how many open leads keep it, at least.
 * @returns switches a record: optimistically; a quiet line counts those leads and offers undo.
 */
export function useSwitchActive(
  listed: ReadEndpoint,
  send: (id: string, isActive: boolean) => Promise<Switched & { openLeads: number; isOpenCapped?: boolean }>,
) {
  const t = useTranslations('ui.active');
  const client = useQueryClient();
  const queryKey = queryKeyOf(listed);
  const mutationKey = [...queryKey, 'switch'];
  const show = (id: string, isActive: boolean) =>
    client.setQueriesData<List>({ queryKey }, (list) =>
      list ? { ...list, rows: list.rows.map((row) => (row._id === id ? { ...row, isActive } : row)) } : list,
    );
  const { mutateAsync } = useMutation({
    mutationKey,
    // One after the other: the last of two presses holds.
    scope: { id: mutationKey.join(':') },
    mutationFn: ({ id, isActive }: { id: string; isActive: boolean }) => send(id, isActive),
    async onMutate({ id, isActive }) {
      await client.cancelQueries({ queryKey });
      show(id, isActive);
    },
    onError: (_error, { id, isActive }) => show(id, !isActive),
    onSettled() {
      if (client.isMutating({ mutationKey }) === 1) void invalidateTags(client, [listed.reads]);
    },
  });

  const switching = useUndoable({
    act: mutateAsync,
    done: ({ name, isActive }) => t(isActive ? 'on' : 'off', { name }),
    line: ({ name, isActive, openLeads, isOpenCapped }) =>
      isActive ? undefined : t('offKept', { name, openLeads, more: isOpenCapped ? '+' : '' }),
    undo: ({ _id: id }) => mutateAsync({ id, isActive: true }),
    undone: ({ name }) => t('on', { name }),
  });
  return ({ _id: id }: Pick<Switched, '_id'>, isActive: boolean) => switching.run({ id, isActive });
}
