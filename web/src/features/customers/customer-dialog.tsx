import { Button } from '@mantine/core';
import { IconClipboardList, IconEraser, IconMapPin } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { textLength } from '#contract/business.ts';
import { messages } from '#contract/call/messages.ts';
import type { CustomerDetails, CustomerSuggestion, SuggestionField } from '#contract/customers.ts';
import { eraseCustomer, exportCustomer } from '#contract/privacy/erasure.ts';
import { optionalEmail, requiredText } from '#contract/text/text.ts';
import { mayCall } from '#web/lib/api/may-call.ts';
import { useSession } from '#web/lib/session/use-session.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { LoadedDialog } from '#web/ui/dialog/loaded-dialog.tsx';
import { TextField } from '#web/ui/field/fields.tsx';
import { useRecordForm } from '#web/ui/form/use-record-form.tsx';
import { DownloadButton } from '#web/ui/frame/download-button.tsx';
import { LinkButton } from '#web/ui/frame/link-button.tsx';
import { PhoneLink } from '#web/ui/frame/phone-link.tsx';
import classes from './customer-dialog.module.css';
import { customerQuery, useEditCustomer } from './customers.queries.ts';
import { Suggestion } from './suggestion.tsx';

const customerForm = z.object({
  name: requiredText(textLength.name, messages.nameRequired),
  email: optionalEmail,
});

type CustomerDialogProps = { id: string; onErase: () => void; onClose: () => void };

export function CustomerDialog({ id, onErase, onClose }: CustomerDialogProps) {
  const t = useTranslations('customers');
  return (
    <LoadedDialog query={useQuery(customerQuery(id))} title={t('view')} fields={3} onClose={onClose}>
      {(customer) => <CustomerForm customer={customer} onErase={onErase} onClose={onClose} />}
    </LoadedDialog>
  );
}

type CustomerFormProps = Omit<CustomerDialogProps, 'id'> & { customer: CustomerDetails };

function CustomerForm({ customer, onErase, onClose }: CustomerFormProps) {
  const t = useTranslations('customers');
  const level = useSession()?.level;
  const edit = useEditCustomer(customer._id);
  const { form, field, dialog } = useRecordForm({
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
  // An accepted suggestion is saved already: not dirty.
  const taken = (field: SuggestionField) => (value: string) =>
    form.resetField(field, { defaultValue: value });
  const suggested = (field: SuggestionField, suggestion: CustomerSuggestion | null) =>
    suggestion && (
      <Suggestion
        key={suggestion.value}
        customerId={customer._id}
        field={field}
        suggestion={suggestion}
        onTaken={taken(field)}
      />
    );
  const params = { id: customer._id };
  return (
    <FormDialog {...dialog} title={t('view')} submit={t('save')}>
      <p className={classes.phone}>
        <span className={classes.label}>{t('fields.mobile')}</span>
        <PhoneLink phone={customer.mobile} />
      </p>
      <TextField
        {...field('name')}
        required
        withAsterisk={false}
        maxLength={textLength.name}
        autoComplete="off"
      />
      {suggested('name', customer.nameSuggestion)}
      <TextField {...field('email')} type="email" maxLength={textLength.email} autoComplete="off" />
      {suggested('email', customer.emailSuggestion)}
      <div className="button-row">
        <LinkButton
          variant="default"
          leftSection={<IconMapPin size={16} stroke={1.75} />}
          to="/main/addressesFromCustomer/$id"
          params={params}
        >
          {t('addresses')}
        </LinkButton>
        <LinkButton
          variant="default"
          leftSection={<IconClipboardList size={16} stroke={1.75} />}
          to="/main/customerOrders/$id"
          params={params}
        >
          {t('orders')}
        </LinkButton>
        <DownloadButton
          endpoint={exportCustomer}
          input={{ params }}
          label={t('export')}
          failed={t('exportFailed')}
        />
        {mayCall(eraseCustomer, level) && (
          <Button
            variant="default"
            className={classes.erase}
            leftSection={<IconEraser size={16} stroke={1.75} />}
            onClick={onErase}
          >
            {t('erase.open')}
          </Button>
        )}
      </div>
    </FormDialog>
  );
}
