import { Switch } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { useQuery } from '@tanstack/react-query';
import { Controller } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { textLength } from '#contract/business.ts';
import {
  type CustomerAddress,
  createAddressBody,
  createCustomerAddress,
  editCustomerAddress,
  listCustomerAddresses,
} from '#contract/customers.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { mutateAndRefetch } from '#web/lib/api/mutate.ts';
import type { DialogProps } from '#web/ui/dialog/dialog-host.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { RecordDialog } from '#web/ui/dialog/lazy-dialog.tsx';
import { useRecordIn } from '#web/ui/dialog/use-record-in.ts';
import { TextField } from '#web/ui/field/fields.tsx';
import grid from '#web/ui/form/form-grid.module.css';
import { useForm } from '#web/ui/form/use-form.tsx';

/** Adds or edits an address. `id` is the customer's, followed by the address's for one that is there. */
export function AddressDialog({ id, onClose }: DialogProps) {
  const [customer = '', address] = id.split('.');
  if (!address) return <AddressForm customer={customer} onClose={onClose} />;
  return <EditedAddress customer={customer} id={address} onClose={onClose} />;
}

type EditedAddressProps = { customer: string; id: string; onClose: () => void };

function EditedAddress({ customer, id, onClose }: EditedAddressProps) {
  const t = useTranslations('customers');
  const list = useQuery(endpointQuery(listCustomerAddresses, { params: { id: customer } }));
  const query = useRecordIn(list, ({ addresses }) => addresses.find(({ _id }) => _id === id), onClose);
  return (
    <RecordDialog query={query} title={t('updateAddress')} fields={4} onClose={onClose}>
      {(address) => <AddressForm customer={customer} address={address} onClose={onClose} />}
    </RecordDialog>
  );
}

type AddressFormProps = { customer: string; address?: CustomerAddress; onClose: () => void };

// The default is only replaced by making another one the default.
function AddressForm({ customer, address, onClose }: AddressFormProps) {
  const t = useTranslations('customers');
  const { form, field, dialog } = useForm({
    schema: createAddressBody,
    record: {
      label: address?.label ?? '',
      line: address?.line ?? '',
      area: address?.area ?? '',
      city: address?.city ?? '',
      isDefault: address?.isDefault ?? false,
    },
    lastModifiedBy: address?.lastModifiedBy,
    isNew: !address,
    draft: `address:${address?._id ?? customer}`,
    nameOf: (field) => t(`fields.${field}`),
    save: (body) =>
      address
        ? mutateAndRefetch(editCustomerAddress, { params: { id: customer, addressId: address._id }, body })
        : mutateAndRefetch(createCustomerAddress, { params: { id: customer }, body }),
    saved: t(address ? 'addressUpdated' : 'addressAdded'),
    onClose,
  });
  const title = t(address ? 'updateAddress' : 'addAddress');

  return (
    <FormDialog {...dialog} title={title} submit={title}>
      <div className={grid.grid}>
        <TextField
          {...field('label')}
          placeholder={t('labelHint')}
          className={grid.wide}
          data-autofocus
          maxLength={textLength.name}
          autoComplete="off"
        />
        <TextField
          {...field('line')}
          required
          withAsterisk={false}
          className={grid.wide}
          maxLength={textLength.line}
          autoComplete="off"
        />
        <TextField {...field('area')} maxLength={textLength.name} autoComplete="off" />
        <TextField {...field('city')} maxLength={textLength.name} autoComplete="off" />
        <Controller
          control={form.control}
          name="isDefault"
          render={({ field: { value = false, onChange, ...bound } }) => (
            <Switch
              {...bound}
              className={grid.wide}
              label={t('fields.isDefault')}
              description={address?.isDefault && t('defaultStays')}
              disabled={address?.isDefault}
              checked={value}
              onChange={(event) => onChange(event.currentTarget.checked)}
            />
          )}
        />
      </div>
    </FormDialog>
  );
}
