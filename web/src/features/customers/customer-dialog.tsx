import { zodResolver } from '@hookform/resolvers/zod';
import { Button } from '@mantine/core';
import { IconClipboardList, IconMapPin } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import toast from 'react-hot-toast';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { textLength } from '#contract/business.ts';
import type { CustomerDetails } from '#contract/customers.ts';
import { messages } from '#contract/messages.ts';
import { optionalEmail, requiredText } from '#contract/text.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { DialogLoading } from '#web/ui/dialog-loading.tsx';
import { TextField } from '#web/ui/fields.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { showFieldErrors } from '#web/ui/show-field-errors.ts';
import { leaveFreely } from '#web/ui/use-unsaved-guard.tsx';
import classes from './customer-dialog.module.css';
import { customerQuery, useEditCustomer } from './customers.queries.ts';

const customerForm = z.object({
  name: requiredText(textLength.name, messages.nameRequired),
  email: optionalEmail,
});

/** A customer: name, e-mail and phone, the first two to edit by hand; from here his addresses and orders. */
export function CustomerDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTranslations('customers');
  const { data, error, refetch } = useQuery(customerQuery(id));
  if (data) return <CustomerForm customer={data} onClose={onClose} />;
  return (
    <DialogLoading
      title={t('view')}
      fields={3}
      error={error}
      onRetry={() => void refetch()}
      onClose={onClose}
    />
  );
}

function CustomerForm({ customer, onClose }: { customer: CustomerDetails; onClose: () => void }) {
  const t = useTranslations('customers');
  const errorText = useErrorText();
  const [failure, setFailure] = useState<string>();
  const edit = useEditCustomer(customer._id);
  const form = useForm({
    resolver: zodResolver(customerForm),
    mode: 'onTouched',
    values: { name: customer.name, email: customer.email ?? '' },
    resetOptions: { keepDirtyValues: true },
  });
  const { control, formState } = form;
  const { isDirty, dirtyFields } = formState;

  // What is not edited goes on following the leads, so only what was changed is sent.
  const save = form.handleSubmit(async ({ name, email }) => {
    setFailure(undefined);
    try {
      await edit.mutateAsync({ ...(dirtyFields.name && { name }), ...(dirtyFields.email && { email }) });
      toast.success(t('updated'));
      leaveFreely(onClose);
    } catch (error) {
      if (!showFieldErrors(form, error)) setFailure(errorText(error));
    }
  });
  const followLeads = async () => {
    try {
      const { name, email } = await edit.mutateAsync({ followLeads: true });
      form.reset({ name, email: email ?? '' });
      toast.success(t('following'));
    } catch (error) {
      toast.error(errorText(error));
    }
  };

  const isByHand = customer.nameByHand || customer.emailByHand;
  const params = { id: customer._id };
  return (
    <FormDialog
      title={t('view')}
      submit={t('save')}
      isDirty={isDirty}
      isSubmitting={formState.isSubmitting}
      isSubmitDisabled={!isDirty}
      onSubmit={save}
      onClose={onClose}
      notice={failure && <Notice>{failure}</Notice>}
    >
      <p className={classes.phone}>
        <span className={classes.label}>{t('fields.mobile')}</span>
        <a href={`tel:${customer.mobile}`}>{customer.mobile}</a>
      </p>
      <TextField
        control={control}
        name="name"
        label={t('fields.name')}
        required
        withAsterisk={false}
        maxLength={textLength.name}
        autoComplete="off"
      />
      <TextField
        control={control}
        name="email"
        label={t('fields.email')}
        type="email"
        maxLength={textLength.email}
        autoComplete="off"
      />
      <p className={classes.why}>
        {t(isByHand ? 'byHand' : 'byLeads')}{' '}
        {isByHand && (
          <button
            type="button"
            className={classes.follow}
            disabled={edit.isPending}
            onClick={() => void followLeads()}
          >
            {t('followLeads')}
          </button>
        )}
      </p>
      <div className={classes.ways}>
        <Button
          variant="default"
          leftSection={<IconMapPin size={16} stroke={1.75} />}
          renderRoot={(props) => <Link to="/main/addressesFromCustomer/$id" params={params} {...props} />}
        >
          {t('addresses')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconClipboardList size={16} stroke={1.75} />}
          renderRoot={(props) => <Link to="/main/customerOrders/$id" params={params} {...props} />}
        >
          {t('orders')}
        </Button>
      </div>
    </FormDialog>
  );
}
