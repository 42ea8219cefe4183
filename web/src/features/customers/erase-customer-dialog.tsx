import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { textLength } from '#contract/business.ts';
import { getCustomer, listCustomers } from '#contract/customers.ts';
import {
  type ErasurePreview,
  eraseCustomer,
  eraseCustomerBody,
  previewErasure,
} from '#contract/privacy/erasure.ts';
import { isWhatsAppId } from '#contract/text/whatsapp-id.ts';
import { call } from '#web/lib/api/api.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { invalidateTags, queryKeyOf } from '#web/lib/api/query-keys.ts';
import { useBackLinkState } from '#web/lib/url/back-link.ts';
import type { DialogProps } from '#web/ui/dialog/dialog-host.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { RecordDialog } from '#web/ui/dialog/lazy-dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { TextField } from '#web/ui/field/fields.tsx';
import { useForm } from '#web/ui/form/use-form.tsx';
import classes from './customer-dialog.module.css';

/** Says what goes and what stays, and asks for the phone number, or for the name where WhatsApp hides it. */
export function EraseCustomerDialog({ id, onClose }: DialogProps) {
  const t = useTranslations('customers.erase');
  const { data: customer } = useQuery(endpointQuery(getCustomer, { params: { id } }));
  return (
    <RecordDialog
      query={useQuery(endpointQuery(previewErasure, { params: { id } }))}
      title={t('title')}
      fields={1}
      onClose={onClose}
    >
      {(preview) => <EraseForm id={id} name={customer?.name ?? ''} preview={preview} onClose={onClose} />}
    </RecordDialog>
  );
}

type EraseFormProps = Omit<DialogProps, 'onDone'> & { name: string; preview: ErasurePreview };

function EraseForm({ id, name, preview, onClose }: EraseFormProps) {
  const t = useTranslations('customers.erase');
  const { mobile, leads, addresses, openLeads, isErasing } = preview;
  const isHidden = isWhatsAppId(mobile);
  const asked = (isHidden && name) || mobile;
  const client = useQueryClient();
  const erase = useMutation({
    mutationFn: (phone: string) => call(eraseCustomer, { params: { id }, body: { phone } }),
    // What this dialog has read of the customer is gone, so it is not asked for again.
    async onSuccess() {
      client.removeQueries(endpointQuery(getCustomer, { params: { id } }));
      await invalidateTags(client, ['leads', 'panels', 'reports']);
      await client.invalidateQueries({ queryKey: queryKeyOf(listCustomers) });
    },
    // Refused while leads are open; they are then read again.
    onError: () => invalidateTags(client, ['customers']),
  });
  const isAllowed = openLeads === 0 && !isErasing;
  const { form, dialog } = useForm({
    schema: eraseCustomerBody,
    record: { phone: '' },
    isNew: true,
    async save({ phone }) {
      const { isFinished } = await erase.mutateAsync(phone);
      toast.success(t(isFinished ? 'erased' : 'started'));
    },
    onClose,
  });
  return (
    <FormDialog
      {...dialog}
      title={t('title')}
      submit={t('submit')}
      isDestructive
      isDirty={false}
      isSubmitDisabled={!isAllowed}
    >
      {isErasing ? (
        <Notice tone="warning">{t('running')}</Notice>
      ) : (
        <>
          <div className="stack">
            <p>{t('what', { name, phone: isHidden ? t('onWhatsApp') : mobile, leads, addresses })}</p>
            <p>{t('gone')}</p>
            <p className="dimmed">
              {t('backups')} <strong>{t('final')}</strong>
            </p>
          </div>
          {openLeads > 0 ? (
            <OpenLeads preview={preview} />
          ) : (
            <TextField
              control={form.control}
              name="phone"
              label={t('confirm', { text: asked })}
              data-autofocus
              inputMode={isHidden ? 'text' : 'tel'}
              maxLength={isHidden ? textLength.line : textLength.phone}
              autoComplete="off"
            />
          )}
        </>
      )}
    </FormDialog>
  );
}

function OpenLeads({ preview: { open, openLeads } }: { preview: ErasurePreview }) {
  const t = useTranslations('customers.erase');
  const statuses = useTranslations('leads.statuses');
  const cameFrom = useBackLinkState();
  return (
    <Notice tone="warning" title={t('openTitle', { leads: openLeads })}>
      <p>{t('openWhy')}</p>
      <ul className={classes.open}>
        {open.map(({ _id, name, status }) => (
          <li key={_id}>
            <Link to="/main/lead/$id" params={{ id: _id }} state={cameFrom}>
              {name}
            </Link>
            {`, ${statuses(status)}`}
          </li>
        ))}
        {openLeads > open.length && <li>{t('openMore', { leads: openLeads - open.length })}</li>}
      </ul>
    </Notice>
  );
}
