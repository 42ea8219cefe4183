import { Switch } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { Controller } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { textLength } from '#contract/business.ts';
import { type CustomerAddress, createAddress, createAddressBody, editAddress } from '#contract/customers.ts';
import { mutateAndRefetch } from '#web/lib/api/mutate.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { TextField } from '#web/ui/field/fields.tsx';
import grid from '#web/ui/form/form-grid.module.css';
import { useForm } from '#web/ui/form/use-form.tsx';

type AddressDialogProps = { customer: string; address?: CustomerAddress; onClose: () => void };

/** The default is only replaced by making another one the default. */
export function AddressDialog({ customer, address, onClose }: AddressDialogProps) {
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
        ? mutateAndRefetch(editAddress, { params: { id: customer, addressId: address._id }, body })
        : mutateAndRefetch(createAddress, { params: { id: customer }, body }),
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
