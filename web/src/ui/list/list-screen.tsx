import type { ReactNode } from 'react';
import { FilterBar } from '#web/ui/filter/filters.tsx';
import { Page } from '#web/ui/frame/page.tsx';
import type { Identified } from '#web/ui/rows/steady-rows.ts';
import { RecordList, type RecordListProps } from './record-list.tsx';

type ListScreenProps<Row extends Identified> = Omit<RecordListProps<Row>, 'label'> & {
  title: string;
  /** For screen readers, if the title does not say it. */
  label?: string;
  action?: ReactNode;
  tabs?: ReactNode;
  children?: ReactNode;
};

/** A screen that is a list; `useListUrl` keeps its URL. For more, compose `Page`, `FilterBar` and `RecordList`. */
export function ListScreen<Row extends Identified>(props: ListScreenProps<Row>) {
  const { title, label = title, action, tabs, children, ...records } = props;
  const { total, isTotalCapped } = records.list.data ?? {};
  return (
    <Page
      title={title}
      total={total}
      isTotalCapped={isTotalCapped}
      action={action}
      tabs={tabs}
      filters={records.filters && <FilterBar filters={records.filters} />}
    >
      <RecordList label={label} {...records} />
      {children}
    </Page>
  );
}
