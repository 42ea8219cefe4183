import { IconPencil } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { pageSize } from '#contract/business.ts';
import type { ServiceCenter } from '#contract/service-centers.ts';
import { ActiveSwitch } from '#web/ui/active-switch.tsx';
import { type Column, DataList, rowFocus } from '#web/ui/data-list.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import cells from '#web/ui/record-cells.module.css';

type ServiceCentersTableProps = {
  /** Undefined while the first page loads. */
  centers: ServiceCenter[] | undefined;
  isRefreshing: boolean;
  /** What stands in the list's place when there are no rows. */
  instead: ReactNode;
  onEdit: (id: string) => void;
  onSwitch: (center: ServiceCenter, isActive: boolean) => void;
};

/** The service centers with their switch and edit action (specification, 'Service centers'). */
export function ServiceCentersTable({
  centers,
  isRefreshing,
  instead,
  onEdit,
  onSwitch,
}: ServiceCentersTableProps) {
  const t = useTranslations('serviceCenters');
  const ui = useTranslations('ui');

  const name = (center: ServiceCenter) => (
    <button type="button" className={cells.name} onClick={() => onEdit(center._id)} {...rowFocus}>
      {center.name}
    </button>
  );
  const toggle = (center: ServiceCenter) => (
    <ActiveSwitch
      label={t('activeOf', { name: center.name })}
      isOn={center.isActive}
      onChange={(isActive) => onSwitch(center, isActive)}
    />
  );
  const edit = (center: ServiceCenter) => (
    <span className={cells.actions}>
      <IconButton
        label={t('editOf', { name: center.name })}
        icon={<IconPencil size={17} stroke={1.75} />}
        onClick={() => onEdit(center._id)}
      />
    </span>
  );
  const about = (center: ServiceCenter) => [center.address, center.contactNo].filter(Boolean).join(' · ');
  const columns: Column<ServiceCenter>[] = [
    {
      key: 'name',
      header: t('columns.name'),
      cell: (center) => (
        <>
          {name(center)}
          <span className={cells.beside}>{about(center)}</span>
        </>
      ),
    },
    { key: 'active', header: t('columns.active'), width: '96px', cell: toggle },
    { key: 'actions', header: ui('actions'), width: '96px', align: 'end', cell: edit },
  ];
  return (
    <DataList
      label={t('title')}
      columns={columns}
      rows={centers}
      rowKey={(center) => center._id}
      pageSize={pageSize}
      isRefreshing={isRefreshing}
      onOpen={(center) => onEdit(center._id)}
      card={(center) => (
        <>
          <div className={cells.head}>
            {name(center)}
            <span className={cells.actions}>
              {toggle(center)}
              {edit(center)}
            </span>
          </div>
          <span className={cells.quiet}>{center.address}</span>
          <span className={cells.quiet}>{center.contactNo}</span>
        </>
      )}
      instead={instead}
    />
  );
}
