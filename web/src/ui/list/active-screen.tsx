import { IconPencil } from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { ActiveSearch } from '#web/lib/url/active-search.ts';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { activeFilter, searchFilter } from '#web/ui/filter/filters.tsx';
import { ActiveSwitch } from '#web/ui/rows/active-switch.tsx';
import type { Column } from '#web/ui/rows/data-list.tsx';
import cells from '#web/ui/rows/record-cells.module.css';
import { CardHead, RowAction, RowActions, RowName } from '#web/ui/rows/row-parts.tsx';
import { ListScreen } from './list-screen.tsx';
import { EmptyState } from './list-states.tsx';
import type { RecordListProps } from './record-list.tsx';
import { useCreateButton } from './use-create-button.tsx';

type Switched = { _id: string; name: string; isActive: boolean };
type OwnColumns<Row> = Record<'name' | 'toggle' | 'actions', Column<Row>>;

type ActiveScreenProps<Row extends Switched> = {
  url: ActiveSearch;
  title: string;
  add: string;
  searchHint: string;
  emptyWhy: string;
  list: RecordListProps<Row>['list'];
  onSwitch: (row: Row, isActive: boolean) => Promise<void>;
  /** From the columns that all such lists share. */
  columns: (own: OwnColumns<Row>) => Column<Row>[];
  /** Beside the name. */
  note?: (row: Row) => ReactNode;
  about: (row: Row) => ReactNode;
  /** Adds a record, or updates that of the id. */
  Dialog: ComponentType<{ id?: string; onClose: () => void }>;
};

/** A list of things that are switched on and off, added and updated. */
export function ActiveScreen<Row extends Switched>(props: ActiveScreenProps<Row>) {
  const { url, title, searchHint, list, onSwitch, note, about, Dialog } = props;
  const t = useTranslations('ui');
  const { open, close } = useListUrl();
  const button = useCreateButton(props.add, () => open({ new: 'record' }));
  const onOpen = ({ _id }: Row) => open({ edit: _id });

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
    <ActiveSwitch
      label={t('active.of', { name: row.name })}
      isOn={row.isActive}
      onChange={(isActive) => void onSwitch(row, isActive)}
    />
  );
  const edit = (row: Row) => (
    <RowActions>
      <RowAction icon={IconPencil} label={t('editOf', { name: row.name })} onClick={() => onOpen(row)} />
    </RowActions>
  );
  return (
    <ListScreen
      title={title}
      action={button}
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
      empty={<EmptyState why={props.emptyWhy} action={button} />}
    >
      {url.new && <Dialog onClose={() => close('new')} />}
      {url.edit && <Dialog key={url.edit} id={url.edit} onClose={() => close('edit')} />}
    </ListScreen>
  );
}
