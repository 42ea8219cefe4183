import { zodResolver } from '@hookform/resolvers/zod';
import { Switch } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import toast from 'react-hot-toast';
import { useTranslations } from 'use-intl';
import { textLength } from '#contract/business.ts';
import { type CustomerAddress, createAddressBody } from '#contract/customers.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { TextField } from '#web/ui/fields.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import grid from '#web/ui/form-grid.module.css';
import { Notice } from '#web/ui/notice.tsx';
import { showFieldErrors } from '#web/ui/show-field-errors.ts';
import { leaveFreely } from '#web/ui/use-unsaved-guard.tsx';
import { useSaveAddress } from './customers.queries.ts';

type AddressDialogProps = { customer: string; address?: CustomerAddress; onClose: () => void };

/** Adds an address to a customer, or edits one of his. The default gives way only to another one. */
export function AddressDialog({ customer, address, onClose }: AddressDialogProps) {
  const t = useTranslations('customers');
  const errorText = useErrorText();
  const [failure, setFailure] = useState<string>();
  const { mutateAsync } = useSaveAddress(customer, address?._id);
  const form = useForm({
    resolver: zodResolver(createAddressBody),
    mode: 'onTouched',
    values: {
      label: address?.label ?? '',
      line: address?.line ?? '',
      area: address?.area ?? '',
      city: address?.city ?? '',
      isDefault: address?.isDefault ?? false,
    },
    resetOptions: { keepDirtyValues: true },
  });
  const { control, formState } = form;

  const save = form.handleSubmit(async (body) => {
    setFailure(undefined);
    try {
      await mutateAsync(body);
      toast.success(t(address ? 'addressUpdated' : 'addressAdded'));
      leaveFreely(onClose);
    } catch (error) {
      if (!showFieldErrors(form, error)) setFailure(errorText(error));
    }
  });

  const title = t(address ? 'updateAddress' : 'addAddress');
  return (
    <FormDialog
      title={title}
      submit={title}
      isDirty={formState.isDirty}
      isSubmitting={formState.isSubmitting}
      isSubmitDisabled={address && !formState.isDirty}
      onSubmit={save}
      onClose={onClose}
      notice={failure && <Notice>{failure}</Notice>}
    >
      <div className={grid.grid}>
        <TextField
          control={control}
          name="label"
          label={t('fields.label')}
          placeholder={t('labelHint')}
          className={grid.wide}
          data-autofocus
          maxLength={textLength.name}
          autoComplete="off"
        />
        <TextField
          control={control}
          name="line"
          label={t('fields.line')}
          required
          withAsterisk={false}
          className={grid.wide}
          maxLength={textLength.line}
          autoComplete="off"
        />
        <TextField
          control={control}
          name="area"
          label={t('fields.area')}
          maxLength={textLength.name}
          autoComplete="off"
        />
        <TextField
          control={control}
          name="city"
          label={t('fields.city')}
          maxLength={textLength.name}
          autoComplete="off"
        />
        <Controller
          control={control}
          name="isDefault"
          render={({ field: { value = false, onChange, ...field } }) => (
            <Switch
              {...field}
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
