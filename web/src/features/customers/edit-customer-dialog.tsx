import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { textLength } from '#contract/business.ts';
import { messages } from '#contract/call/messages.ts';
import type { CustomerDetails } from '#contract/customers.ts';
import { optionalEmail, requiredText } from '#contract/text/text.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { LoadedDialog } from '#web/ui/dialog/loaded-dialog.tsx';
import { TextField } from '#web/ui/field/fields.tsx';
import { useRecordForm } from '#web/ui/form/use-record-form.tsx';
import { customerQuery, useEditCustomer } from './customers.queries.ts';

const customerForm = z.object({
  name: requiredText(textLength.name, messages.nameRequired),
  email: optionalEmail,
});

type EditCustomerProps = { id: string; onClose: () => void };

export function EditCustomerDialog({ id, onClose }: EditCustomerProps) {
  const t = useTranslations('customers');
  return (
    <LoadedDialog query={useQuery(customerQuery(id))} title={t('editTitle')} fields={2} onClose={onClose}>
      {(customer) => <CustomerForm customer={customer} onClose={onClose} />}
    </LoadedDialog>
  );
}

function CustomerForm({ customer, onClose }: { customer: CustomerDetails; onClose: () => void }) {
  const t = useTranslations('customers');
  const edit = useEditCustomer(customer._id);
  const { field, dialog } = useRecordForm({
    schema: customerForm,
    values: { name: customer.name, email: customer.email ?? '' },
    lastModifiedBy: customer.lastModifiedBy,
    draft: `customer:${customer._id}`,
    nameOf: (field) => t(`fields.${field}`),
    // Others may have changed the rest.
    save: ({ name, email }, isChanged) =>
      edit.mutateAsync({ ...(isChanged('name') && { name }), ...(isChanged('email') && { email }) }),
    saved: t('updated'),
    onClose,
  });
  return (
    <FormDialog {...dialog} title={t('editTitle')} submit={t('save')}>
      <TextField
        {...field('name')}
        data-autofocus
        required
        withAsterisk={false}
        maxLength={textLength.name}
        autoComplete="off"
      />
      <TextField {...field('email')} type="email" maxLength={textLength.email} autoComplete="off" />
    </FormDialog>
  );
}
