import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { mergeLimits } from '#contract/business.ts';
import type { EndpointReply } from '#contract/call/endpoint.ts';
import {
  type ComparedCustomer,
  type CustomerMergePreview,
  mergeCustomers,
  previewCustomerMerge,
} from '#contract/customer-merges.ts';
import { getCustomer, listCustomers } from '#contract/customers.ts';
import { endpointPage, endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { mutateAndRefetch } from '#web/lib/api/mutate.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { useDialogs } from '#web/lib/url/use-dialogs.ts';
import { SearchChoice } from '#web/ui/choice/search-choice.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import type { DialogProps } from '#web/ui/dialog/dialog-host.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { RecordDialog } from '#web/ui/dialog/lazy-dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { useUndoOffer } from '#web/ui/feedback/use-undoable.ts';
import { useForm } from '#web/ui/form/use-form.tsx';
import { type ComparedField, getDialogWidth, SideBySide } from '#web/ui/merge/side-by-side.tsx';
import { useUndoCustomerMerge } from './use-undo-merge.ts';

type MergeCustomersProps = Omit<DialogProps, 'id'> & {
  ids: readonly string[];
  onChange: (ids: readonly string[]) => void;
};

/** Shows customers side by side, and asks what to keep of each. One alone asks for another. */
export function MergeCustomersDialog({ id, ...rest }: DialogProps) {
  const t = useTranslations('customers.merge');
  const { correctDialog } = useDialogs();
  const { onClose } = rest;
  const ids = id.split('.');
  const props: MergeCustomersProps = {
    ...rest,
    ids,
    onChange: (next) => correctDialog('customers.merge', next.join('.')),
  };
  const preview = useQuery({
    ...endpointQuery(previewCustomerMerge, { query: { customers: ids.join() } }),
    enabled: ids.length > 1,
    placeholderData: keepPreviousData,
  });
  const [only] = ids;
  if (ids.length < 2 && only) return <FirstChoice {...props} id={only} />;
  return (
    <RecordDialog query={preview} title={t('title')} fields={3} onClose={onClose}>
      {(data) => <MergeForm {...props} preview={data} error={preview.error} />}
    </RecordDialog>
  );
}

function FirstChoice({ id, ids, onChange, onClose }: MergeCustomersProps & { id: string }) {
  const t = useTranslations('customers.merge');
  const query = useQuery(endpointQuery(getCustomer, { params: { id } }));
  return (
    <RecordDialog query={query} title={t('title')} fields={1} onClose={onClose}>
      {({ name }) => (
        <Dialog isTall title={t('title')} size={640} onClose={onClose}>
          <div className="field-stack">
            <p>{t.rich('choose', { name, b: (words) => <strong>{words}</strong> })}</p>
            <CustomerSearch
              isFocused
              label={t('other')}
              without={ids}
              onChoose={(one) => onChange([...ids, one])}
            />
          </div>
        </Dialog>
      )}
    </RecordDialog>
  );
}

const choices = z.object({ keep: z.string(), name: z.string(), email: z.string() });
type Choices = z.infer<typeof choices>;

type MergeFormProps = MergeCustomersProps & { preview: CustomerMergePreview; error: unknown };

function MergeForm({ ids, preview, error, onChange, onDone, onClose }: MergeFormProps) {
  const t = useTranslations('customers.merge');
  const errorText = useErrorText();
  const undo = useUndoCustomerMerge();
  const offerToUndo = useUndoOffer({
    line: ({ merge, customer }: EndpointReply<typeof mergeCustomers>) =>
      t('done', { count: merge.customers.length, name: customer.name }),
    undo: ({ merge }) => undo.run(merge._id),
  });
  const { customers, proposed } = preview;
  const one = (id: string) => customers.find(({ _id }) => _id === id);
  const { form, dialog } = useForm({
    schema: choices,
    record: proposed,
    isNew: true,
    async save(chosen) {
      const done = await mutateAndRefetch(mergeCustomers, {
        body: {
          customers: customers.map(({ _id, version }) => ({ _id, version })),
          keep: chosen.keep,
          name: one(chosen.name)?.name ?? '',
          email: one(chosen.email)?.email ?? null,
        },
      });
      offerToUndo(done);
      onDone();
    },
    onClose,
  });
  const chosen = form.watch();
  const choose = (field: keyof Choices) => (id: string) => form.setValue(field, id, { shouldDirty: true });
  const fields = useComparedFields(customers, chosen, choose);
  return (
    <FormDialog
      {...dialog}
      title={t('title')}
      size={getDialogWidth(customers)}
      submit={t('submit', { count: customers.length })}
      isSubmitDisabled={Boolean(error) || customers.length < 2}
      notice={error ? <Notice>{errorText(error)}</Notice> : undefined}
    >
      <p className="dimmed">{t('what')}</p>
      <SideBySide
        records={customers.map(({ _id, name, mobile }) => ({ id: _id, title: name, detail: mobile }))}
        fields={fields}
      />
      {ids.length < mergeLimits.customers && (
        <CustomerSearch
          isFocused={false}
          label={t('add')}
          without={ids}
          onChoose={(id) => onChange([...ids, id])}
        />
      )}
    </FormDialog>
  );
}

function useComparedFields(
  customers: readonly ComparedCustomer[],
  chosen: Choices,
  choose: (field: keyof Choices) => (id: string) => void,
): ComparedField[] {
  const t = useTranslations('customers.merge');
  const ui = useTranslations('ui');
  const formats = useFormats();
  const line = (key: keyof Choices, values: (string | null)[]): ComparedField => {
    const shown = { key, label: t(`fields.${key}`), values: values.map((value) => value ?? ui('empty')) };
    if (new Set(values).size === 1) return shown;
    return { ...shown, chosen: chosen[key], onChoose: choose(key) };
  };
  const count = (key: 'leads' | 'orders' | 'addresses', say = (one: ComparedCustomer) => `${one[key]}`) => {
    const counts = customers.map((one) => one[key]).filter((some) => some > 0);
    const note = t('together', { count: counts.reduce((sum, some) => sum + some, 0) });
    const line = { key, label: t(`fields.${key}`), values: customers.map(say) };
    return counts.length > 1 ? { ...line, note } : line;
  };
  const day = (moment: string | null) => (moment ? formats.day(moment) : ui('none'));
  return [
    line(
      'name',
      customers.map(({ name }) => name),
    ),
    line(
      'email',
      customers.map(({ email }) => email),
    ),
    line(
      'keep',
      customers.map(({ mobile, otherMobiles }) => [mobile, ...otherMobiles].join(', ')),
    ),
    count('leads', ({ leads, openLeads }) =>
      openLeads > 0 ? t('withOpen', { leads, open: openLeads }) : `${leads}`,
    ),
    count('orders'),
    count('addresses'),
    { key: 'last', label: t('fields.lastLead'), values: customers.map(({ lastLeadAt }) => day(lastLeadAt)) },
    { key: 'since', label: t('fields.since'), values: customers.map(({ createdAt }) => day(createdAt)) },
  ];
}

type CustomerSearchProps = {
  label: string;
  without: readonly string[];
  isFocused: boolean;
  onChoose: (id: string) => void;
};

function CustomerSearch({ label, without, isFocused, onChoose }: CustomerSearchProps) {
  const t = useTranslations('customers.merge');
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  const { data } = useQuery(endpointPage(listCustomers, { query: { search, limit: 25 } }));
  const found = (data?.rows ?? []).filter(({ _id }) => !without.includes(_id));
  return (
    <SearchChoice
      label={label}
      placeholder={t('with')}
      data-autofocus={isFocused || undefined}
      openOnFocus={false}
      data={found.map(({ _id, name, mobile, email }) => ({
        value: _id,
        label: [name, mobile, email].filter(Boolean).join(' · '),
      }))}
      value={null}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(id) => {
        if (!id) return;
        setTyped('');
        onChoose(id);
      }}
      onSearch={setSearch}
      nothingFoundMessage={t('none')}
    />
  );
}
