import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { type CustomerAddress, deleteAddress, getCustomer, listAddresses } from '#contract/customers.ts';
import classes from '#web/features/customers/customer-frame.module.css';
import { CustomerFrame } from '#web/features/customers/customer-frame.tsx';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { mutateAndRefetch } from '#web/lib/api/mutate.ts';
import { newRecord, recordId } from '#web/lib/url/list-search.ts';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { ConfirmAction } from '#web/ui/dialog/confirm-action.tsx';
import { lazyDialog } from '#web/ui/dialog/lazy-dialog.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { useCreateButton } from '#web/ui/list/list-screen.tsx';
import { EmptyState, Loaded } from '#web/ui/list/list-states.tsx';
import { RowAction, RowActions } from '#web/ui/rows/row-parts.tsx';

const addressesSearch = z.object({
  edit: recordId,
  new: newRecord,
});

export const Route = createFileRoute('/main/addressesFromCustomer/$id')({
  validateSearch: addressesSearch,
  loader({ context, params: { id } }) {
    void context.queryClient.prefetchQuery(endpointQuery(getCustomer, { params: { id } }));
    void context.queryClient.prefetchQuery(endpointQuery(listAddresses, { params: { id } }));
  },
  component: AddressesFromCustomer,
});

function AddressesFromCustomer() {
  const { id } = Route.useParams();
  return <Addresses key={id} id={id} />;
}

const AddressDialog = lazyDialog(
  () => import('#web/features/customers/address-dialog.tsx'),
  'AddressDialog',
  'customers.addAddress',
  4,
);

function Addresses({ id }: { id: string }) {
  const { edit, new: adding } = Route.useSearch();
  const t = useTranslations('customers');
  const { open, close } = useListUrl();
  const query = useQuery(endpointQuery(listAddresses, { params: { id } }));
  const addresses = query.data?.addresses;
  const edited = addresses?.find(({ _id }) => _id === edit);
  const [deleting, setDeleting] = useState<CustomerAddress>();
  const button = useCreateButton(t('addAddress'), () => open({ new: 'record' }));
  return (
    <CustomerFrame id={id} title={t('addresses')} total={addresses?.length} action={button}>
      {addresses && addresses.length > 0 ? (
        <ul className="box" aria-label={t('addresses')}>
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
        <div className="centered" style={{ minHeight: 280 }} aria-busy={query.isPending}>
          <Loaded query={query} instead={<Skeleton width="100%" height={280} />}>
            {() => <EmptyState why={t('noAddressWhy')} action={button} />}
          </Loaded>
        </div>
      )}

      {adding && <AddressDialog customer={id} onClose={() => close('new')} />}
      {edited && (
        <AddressDialog key={edited._id} customer={id} address={edited} onClose={() => close('edit')} />
      )}

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
        {place && <p className="dimmed">{place}</p>}
      </div>
      <RowActions>
        <RowAction icon={IconPencil} label={t('editAddress', { line })} onClick={onEdit} />
        <RowAction icon={IconTrash} label={t('deleteAddress', { line })} onClick={onDelete} />
      </RowActions>
    </li>
  );
}

type DeleteAddressProps = { customer: string; address: CustomerAddress; onClose: () => void };

function DeleteAddress({ customer, address, onClose }: DeleteAddressProps) {
  const t = useTranslations('customers');
  return (
    <ConfirmAction
      title={t('confirmTitle')}
      text={t('confirmText')}
      confirm={t('delete')}
      isDestructive
      act={() => mutateAndRefetch(deleteAddress, { params: { id: customer, addressId: address._id } })}
      onDone={() => void toast.success(t('addressDeleted'))}
      onClose={onClose}
    />
  );
}
