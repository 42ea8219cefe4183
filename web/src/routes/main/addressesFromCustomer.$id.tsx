import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import {
  type CustomerAddress,
  deleteCustomerAddress,
  getCustomer,
  listCustomerAddresses,
} from '#contract/customers.ts';
import classes from '#web/features/customers/customer-frame.module.css';
import { CustomerFrame } from '#web/features/customers/customer-frame.tsx';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { mutateAndRefetch } from '#web/lib/api/mutate.ts';
import { useDialogs } from '#web/lib/url/use-dialogs.ts';
import { confirm } from '#web/ui/dialog/confirm.ts';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { useCreateButton } from '#web/ui/list/create-button.tsx';
import { EmptyState, Loaded } from '#web/ui/list/list-states.tsx';
import { RowAction, RowActions } from '#web/ui/rows/row-parts.tsx';

export const Route = createFileRoute('/main/addressesFromCustomer/$id')({
  loader({ context, params: { id } }) {
    void context.queryClient.prefetchQuery(endpointQuery(getCustomer, { params: { id } }));
    void context.queryClient.prefetchQuery(endpointQuery(listCustomerAddresses, { params: { id } }));
  },
  component: AddressesFromCustomer,
});

function AddressesFromCustomer() {
  const { id } = Route.useParams();
  return <Addresses key={id} id={id} />;
}

function Addresses({ id }: { id: string }) {
  const t = useTranslations('customers');
  const { openDialog } = useDialogs();
  const query = useQuery(endpointQuery(listCustomerAddresses, { params: { id } }));
  const addresses = query.data?.addresses;
  const button = useCreateButton(t('addAddress'), () => openDialog('address.new', id));
  const askToDelete = ({ _id: addressId }: CustomerAddress) =>
    confirm({
      title: t('confirmTitle'),
      text: t('confirmText'),
      confirm: t('delete'),
      isDestructive: true,
      act: () => mutateAndRefetch(deleteCustomerAddress, { params: { id, addressId } }),
      done: () => t('addressDeleted'),
    });
  return (
    <CustomerFrame id={id} title={t('addresses')} total={addresses?.length} action={button}>
      {addresses && addresses.length > 0 ? (
        <ul className="box" aria-label={t('addresses')}>
          {addresses.map((address) => (
            <Address
              key={address._id}
              address={address}
              onEdit={() => openDialog('address.edit', `${id}.${address._id}`)}
              onDelete={() => askToDelete(address)}
            />
          ))}
        </ul>
      ) : (
        <div className="centered" style={{ minHeight: 280 }} aria-busy={query.isPending}>
          <Loaded query={query} instead={<Skeleton width="100%" height={280} />}>
            {() => <EmptyState action={button} />}
          </Loaded>
        </div>
      )}
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
