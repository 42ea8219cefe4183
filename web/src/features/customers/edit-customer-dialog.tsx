import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { textLength } from '#contract/business.ts';
import { messages } from '#contract/call/messages.ts';
import { type CustomerDetails, editCustomer, getCustomer } from '#contract/customers.ts';
import { optionalEmail, requiredText } from '#contract/text/text.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { mutateAndRefetch } from '#web/lib/api/mutate.ts';
import type { DialogProps } from '#web/ui/dialog/dialog-host.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { RecordDialog } from '#web/ui/dialog/lazy-dialog.tsx';
import { TextField } from '#web/ui/field/fields.tsx';
import { useForm } from '#web/ui/form/use-form.tsx';

const customerForm = z.object({
  name: requiredText(textLength.name, messages.nameRequired),
  email: optionalEmail,
});

export function EditCustomerDialog({ id, onClose }: DialogProps) {
  const t = useTranslations('customers');
  return (
    <RecordDialog
      query={useQuery(endpointQuery(getCustomer, { params: { id } }))}
      title={t('editTitle')}
      fields={2}
      onClose={onClose}
    >
      {(customer) => <CustomerForm customer={customer} onClose={onClose} />}
    </RecordDialog>
  );
}

function CustomerForm({ customer, onClose }: { customer: CustomerDetails; onClose: () => void }) {
  const t = useTranslations('customers');
  const { field, dialog } = useForm({
    schema: customerForm,
    record: { name: customer.name, email: customer.email ?? '' },
    lastModifiedBy: customer.lastModifiedBy,
    draft: `customer:${customer._id}`,
    nameOf: (field) => t(`fields.${field}`),
    // Others may have changed the rest.
    save({ name, email }, { form }) {
      const isChanged = (field: 'name' | 'email') => form.getFieldState(field).isDirty;
      return mutateAndRefetch(editCustomer, {
        params: { id: customer._id },
        body: { ...(isChanged('name') && { name }), ...(isChanged('email') && { email }) },
      });
    },
    saved: t('updated'),
    onClose,
  });
  return (
    <FormDialog {...dialog} title={t('editTitle')}>
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
