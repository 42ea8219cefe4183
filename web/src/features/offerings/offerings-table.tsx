import { IconPencil } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { pageSize } from '#contract/business.ts';
import type { Offering } from '#contract/offerings.ts';
import { formatDate } from '#web/lib/format.ts';
import { ActiveSwitch } from '#web/ui/active-switch.tsx';
import { type Column, DataList, rowFocus } from '#web/ui/data-list.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import cells from '#web/ui/record-cells.module.css';

type OfferingsTableProps = {
  /** Undefined while the first page loads. */
  offerings: Offering[] | undefined;
  isRefreshing: boolean;
  /** What stands in the list's place when there are no rows. */
  instead: ReactNode;
  onEdit: (id: string) => void;
  onSwitch: (offering: Offering, isActive: boolean) => void;
};

/** The services, campaigns and parts with their switch (specification, 'Services & Campaigns'). */
export function OfferingsTable({ offerings, isRefreshing, instead, onEdit, onSwitch }: OfferingsTableProps) {
  const t = useTranslations('offerings');
  const types = useTranslations('leads.types');
  const ui = useTranslations('ui');
  const locale = useLocale();

  const day = (date: string | null) => (date ? formatDate(date, locale) : undefined);
  const name = (offering: Offering) => (
    <button type="button" className={cells.name} onClick={() => onEdit(offering._id)} {...rowFocus}>
      {offering.name}
    </button>
  );
  const toggle = (offering: Offering) => (
    <ActiveSwitch
      label={t('activeOf', { name: offering.name })}
      isOn={offering.isActive}
      onChange={(isActive) => onSwitch(offering, isActive)}
    />
  );
  const edit = (offering: Offering) => (
    <span className={cells.actions}>
      <IconButton
        label={t('editOf', { name: offering.name })}
        icon={<IconPencil size={17} stroke={1.75} />}
        onClick={() => onEdit(offering._id)}
      />
    </span>
  );
  const none = ui('none');
  const columns: Column<Offering>[] = [
    { key: 'name', header: t('columns.name'), cell: name },
    { key: 'type', header: t('columns.type'), width: '112px', cell: ({ type }) => types(type) },
    {
      key: 'startDate',
      header: t('columns.startDate'),
      width: '128px',
      cell: ({ startDate }) => day(startDate) ?? none,
    },
    {
      key: 'endDate',
      header: t('columns.endDate'),
      width: '128px',
      cell: ({ endDate }) => day(endDate) ?? none,
    },
    {
      key: 'location',
      header: t('columns.location'),
      width: '22%',
      cell: ({ location }) => location ?? none,
    },
    { key: 'toggle', header: t('columns.toggle'), width: '84px', cell: toggle },
    { key: 'actions', header: ui('actions'), width: '84px', align: 'end', cell: edit },
  ];
  return (
    <DataList
      label={t('title')}
      columns={columns}
      rows={offerings}
      rowKey={({ _id }) => _id}
      pageSize={pageSize}
      isRefreshing={isRefreshing}
      onOpen={({ _id }) => onEdit(_id)}
      card={(offering) => (
        <>
          <div className={cells.head}>
            {name(offering)}
            <span className={cells.actions}>
              {toggle(offering)}
              {edit(offering)}
            </span>
          </div>
          <span>{types(offering.type)}</span>
          <span className={cells.quiet}>
            {[[day(offering.startDate), day(offering.endDate)].filter(Boolean).join(' – '), offering.location]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </>
      )}
      instead={instead}
    />
  );
}
