import { Button } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import toast from 'react-hot-toast';
import { useTranslations } from 'use-intl';
import type { CustomerAddress } from '#contract/customers.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { useListUrl } from '#web/lib/use-list-url.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { EmptyState, LoadFailed } from '#web/ui/list-states.tsx';
import cells from '#web/ui/record-cells.module.css';
import { useShortcut } from '#web/ui/shortcuts.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import classes from './customer-frame.module.css';
import { CustomerFrame } from './customer-frame.tsx';
import { addressesQuery, useDeleteAddress } from './customers.queries.ts';

const AddressDialog = lazy(() =>
  import('./address-dialog.tsx').then((module) => ({ default: module.AddressDialog })),
);

type AddressesPageProps = {
  /** The customer. */
  id: string;
  /** The address whose modal is open. */
  edit?: string;
  isAdding: boolean;
};

/** Where a customer can be found; one of the addresses is the default. */
export function AddressesPage({ id, edit, isAdding }: AddressesPageProps) {
  const t = useTranslations('customers');
  const { open, close } = useListUrl();
  const { data, error, refetch } = useQuery(addressesQuery(id));
  const addresses = data?.addresses;
  const edited = addresses?.find(({ _id }) => _id === edit);
  const [deleting, setDeleting] = useState<CustomerAddress>();
  const add = () => open({ new: 'record' });
  useShortcut('c', t('addAddress'), add);
  const button = (
    <Button leftSection={<IconPlus size={16} stroke={2} />} onClick={add}>
      {t('addAddress')}
    </Button>
  );
  return (
    <CustomerFrame id={id} title={t('addresses')} total={addresses?.length} action={button}>
      {addresses && addresses.length > 0 ? (
        <ul className={classes.addresses} aria-label={t('addresses')}>
          {addresses.map((address) => (
            <Address
              key={address._id}
              address={address}
              onEdit={() => open({ edit: address._id })}
              onDelete={() => setDeleting(address)}
            />
          ))}
        </ul>
      ) : (
        <div className={classes.none} aria-busy={!addresses && !error}>
          {addresses ? (
            <EmptyState title={t('empty')} why={t('noAddressWhy')} action={button} />
          ) : error ? (
            <LoadFailed error={error} onRetry={() => void refetch()} />
          ) : (
            <Skeleton width="100%" height={280} />
          )}
        </div>
      )}
      <Suspense>
        {isAdding && <AddressDialog customer={id} onClose={() => close('new')} />}
        {edited && (
          <AddressDialog key={edited._id} customer={id} address={edited} onClose={() => close('edit')} />
        )}
      </Suspense>
      {deleting && <DeleteAddress customer={id} address={deleting} onClose={() => setDeleting(undefined)} />}
    </CustomerFrame>
  );
}

type AddressProps = { address: CustomerAddress; onEdit: () => void; onDelete: () => void };

function Address({ address, onEdit, onDelete }: AddressProps) {
  const t = useTranslations('customers');
  const { label, line, area, city, isDefault } = address;
  const place = [area, city].filter(Boolean).join(', ');
  return (
    <li className={classes.address}>
      <div className={classes.text}>
        {label && <span className={classes.label}>{label}</span>}
        {isDefault && <span className={classes.default}>{t('isDefault')}</span>}
        <p>{line}</p>
        {place && <p className={classes.area}>{place}</p>}
      </div>
      <span className={cells.actions}>
        <IconButton
          label={t('editAddress', { line })}
          icon={<IconPencil size={17} stroke={1.75} />}
          onClick={onEdit}
        />
        <IconButton
          label={t('deleteAddress', { line })}
          icon={<IconTrash size={17} stroke={1.75} />}
          onClick={onDelete}
        />
      </span>
    </li>
  );
}

type DeleteAddressProps = { customer: string; address: CustomerAddress; onClose: () => void };

function DeleteAddress({ customer, address, onClose }: DeleteAddressProps) {
  const t = useTranslations('customers');
  const errorText = useErrorText();
  const { mutateAsync, isPending } = useDeleteAddress(customer);
  const confirm = async () => {
    try {
      await mutateAsync(address._id);
      toast.success(t('addressDeleted'));
    } catch (error) {
      toast.error(errorText(error));
    }
    onClose();
  };
  return (
    <ConfirmDialog
      opened
      title={t('confirmTitle')}
      text={t('confirmText')}
      confirm={t('delete')}
      isDestructive
      isBusy={isPending}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    />
  );
}
