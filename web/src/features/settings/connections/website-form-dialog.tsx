import { useQuery } from '@tanstack/react-query';
import { Fragment, useRef, useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { textLength } from '#contract/business.ts';
import {
  createWebsiteForm,
  editWebsiteForm,
  getWebsiteForm,
  type WebsiteForm,
  type WebsiteFormLanguage,
  websiteFormLanguages,
  websiteFormLimits,
} from '#contract/intake/forms.ts';
import { platforms } from '#contract/leads/leads.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { mutate } from '#web/lib/api/mutate.ts';
import { useContractText } from '#web/lib/i18n/use-texts.ts';
import { useDialogs } from '#web/lib/url/use-dialogs.ts';
import { CheckBox, CheckList } from '#web/ui/choice/check-list.tsx';
import { toChoicesFailure } from '#web/ui/choice/choice.tsx';
import type { DialogProps } from '#web/ui/dialog/dialog-host.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { RecordDialog } from '#web/ui/dialog/lazy-dialog.tsx';
import { LocalLinkNotice } from '#web/ui/feedback/local-link.tsx';
import { type FieldBinding, SelectField, TextAreaField, TextField } from '#web/ui/field/fields.tsx';
import { useShownField } from '#web/ui/form/shown-fields.ts';
import { useForm } from '#web/ui/form/use-form.tsx';
import { useAnswerChoices } from './answer-choices.ts';
import { ConnectionKind, takeTypedName } from './connection-kind.tsx';
import classes from './connections.module.css';
import { CopyLine } from './copy-line.tsx';
import { useCenterChoices, useOfferingChoices } from './place-choices.ts';
import {
  type CheckedWebsiteForm,
  toWebsiteFormValues,
  type WebsiteFormValues,
  websiteFormSchema,
} from './website-form-values.ts';

/** Edits a form for websites, and says how to put it there. */
export function WebsiteFormDialog({ id, onClose }: DialogProps) {
  const t = useTranslations('intake.connections.form');
  const connections = useTranslations('intake.connections');
  const form = useQuery({ ...endpointQuery(getWebsiteForm, { params: { id } }), enabled: id !== '' });
  const centers = useCenterChoices(form.data?.centers ?? []);
  const { offerings: chosenOfferings = [], serviceOrCampaign } = form.data ?? {};
  const offerings = useOfferingChoices([
    ...chosenOfferings,
    ...(serviceOrCampaign ? [serviceOrCampaign] : []),
  ]);
  const failure = toChoicesFailure(form) ?? centers.failure ?? offerings.failure;
  const isWaiting = form.isLoading || centers.isLoading || offerings.isLoading;
  const chosen = {
    centers: centers.data,
    groups: offerings.data,
    offerings: offerings.data.flatMap(({ group, items }) =>
      items.map(({ value, label }) => ({ value, label: `${label} · ${group}` })),
    ),
  };
  const query = {
    data: failure || isWaiting ? undefined : chosen,
    error: failure?.error ?? null,
    refetch: () => failure?.onRetry(),
  };
  return (
    <RecordDialog query={query} title={id ? t('edit') : connections('add')} fields={8} onClose={onClose}>
      {(choices) => <Fields key={id} {...{ form: form.data, ...choices, onClose }} />}
    </RecordDialog>
  );
}

type Choice = { value: string; label: string };

type FieldsProps = Pick<DialogProps, 'onClose'> & {
  form: WebsiteForm | undefined;
  centers: readonly Choice[];
  offerings: readonly Choice[];
  groups: ReturnType<typeof useOfferingChoices>['data'];
};

function Fields({ form: record, centers, offerings, groups, onClose }: FieldsProps) {
  const t = useTranslations('intake.connections.form');
  const connections = useTranslations('intake.connections');
  const leads = useTranslations('leads');
  const { replaceDialog } = useDialogs();
  const created = useRef('');
  const [typedName] = useState(takeTypedName);
  const ids = (all: readonly Choice[]) => all.map(({ value }) => value);
  const { form, field, dialog } = useForm<WebsiteFormValues, CheckedWebsiteForm>({
    schema: websiteFormSchema,
    record: {
      ...toWebsiteFormValues(record, { centers: ids(centers), offerings: ids(offerings) }),
      ...(!record && { name: typedName ?? '' }),
    },
    isNew: !record,
    draft: `form:${record?._id ?? 'new'}`,
    async save({ isPaused, ...body }) {
      if (record) await mutate(editWebsiteForm, { params: { id: record._id }, body: { ...body, isPaused } });
      else created.current = (await mutate(createWebsiteForm, { body }))._id;
    },
    saved: t(record ? 'updated' : 'added'),
    onClose: () => (created.current ? replaceDialog('websiteForm.edit', created.current) : onClose()),
  });
  const { control } = form;
  const answers = useAnswerChoices(record?.answerText);
  const language = useWatch({ control, name: 'language' });
  const offered = websiteFormLanguages.filter((one) => language === one || language === 'both');
  const spoken = (one: WebsiteFormLanguage, name: 'title' | 'consent' | 'thanks') => ({
    control,
    name: `texts.${one}.${name}` as const,
    label: offered.length > 1 ? t('inLanguage', { field: t(name), language: t(one) }) : t(name),
    lang: one,
  });
  const title = record ? t('edit') : connections('add');
  return (
    <FormDialog {...dialog} title={title} submit={record ? undefined : title}>
      {record && <HowTo form={record} />}
      <TextField
        {...field('name')}
        label={t('name')}
        required
        withAsterisk={false}
        data-autofocus={typedName === undefined || undefined}
        maxLength={textLength.name}
      />
      {!record && (
        <ConnectionKind
          value="form"
          own={['form']}
          isFirst={typedName !== undefined}
          nameNow={() => form.getValues('name')}
        />
      )}
      <SelectField
        {...field('language')}
        label={t('language')}
        data={[...websiteFormLanguages, 'both' as const].map((value) => ({ value, label: t(value) }))}
      />
      {offered.map((one) => (
        <Fragment key={one}>
          <TextField {...spoken(one, 'title')} maxLength={textLength.name} />
          <TextAreaField
            {...spoken(one, 'consent')}
            description={t('consentWhy')}
            maxLength={textLength.message}
          />
          <TextAreaField
            {...spoken(one, 'thanks')}
            description={t('thanksWhy')}
            maxLength={textLength.message}
          />
        </Fragment>
      ))}
      <TextField
        {...field('thanksAddress')}
        label={t('thanksAddress')}
        placeholder="https://www.example.com/thanks"
        inputMode="url"
        maxLength={websiteFormLimits.address}
      />
      <Choices control={control} name="centers" label={t('centers')} options={centers} />
      <Choices control={control} name="offerings" label={t('offerings')} options={offerings} />
      <CheckBox label={t('asksDay')} {...form.register('asksDay')} />
      <TextAreaField {...field('origins')} label={t('origins')} placeholder="https://www.example.com" />
      <SelectField
        {...field('serviceOrCampaign')}
        label={t('serviceOrCampaign')}
        placeholder={connections('noCenter')}
        clearable
        data={groups}
      />
      <SelectField
        {...field('platform')}
        label={connections('fields.platform')}
        data={platforms.map((value) => ({ value, label: leads(`platforms.${value}`) }))}
      />
      <SelectField
        {...field('answerText')}
        label={connections('fields.answerText')}
        description={connections('answerWhy')}
        placeholder={connections('noAnswer')}
        clearable
        data={answers}
      />
      {record && (
        <CheckBox
          label={connections('fields.isPaused')}
          description={connections('pausedWhy')}
          {...form.register('isPaused')}
        />
      )}
    </FormDialog>
  );
}

function Choices({
  control,
  name,
  label,
  options,
}: FieldBinding<WebsiteFormValues, CheckedWebsiteForm> & {
  name: 'centers' | 'offerings';
  label: string;
  options: readonly Choice[];
}) {
  const t = useTranslations('intake.connections.form');
  const text = useContractText();
  const { field, fieldState } = useController({ control, name });
  useShownField(control, name);
  const message = fieldState.error?.message;
  return (
    <CheckList
      ref={field.ref}
      label={label}
      options={options}
      value={field.value}
      onChange={field.onChange}
      count={t('chosen', { count: field.value.length, all: options.length })}
      searchLabel={t('search')}
      none={t('none')}
      {...(message && { error: text(message) })}
    />
  );
}

function HowTo({ form: { path, html } }: { form: WebsiteForm }) {
  const t = useTranslations('intake.connections.form');
  const address = `${location.origin}${path}`;
  const offered = websiteFormLanguages.filter((language) => html[language] !== null);
  return (
    <section>
      <h3 className="heading">{t('howTo')}</h3>
      <LocalLinkNotice />
      <CopyLine label={t('address')} text={address} />
      <CopyLine label={t('script')} text={`<script src="${address}.js" async></script>`} />
      <details className={classes.how}>
        <summary>{t('html')}</summary>
        {offered.map((language) => (
          <CopyLine
            key={language}
            label={
              offered.length > 1
                ? t('inLanguage', { field: t('htmlCode'), language: t(language) })
                : t('htmlCode')
            }
            text={(html[language] ?? '').replace('action="', `action="${location.origin}`)}
          />
        ))}
      </details>
      <p className={classes.how}>
        <a href={address} target="_blank" rel="noreferrer">
          {t('openPage')}
        </a>
      </p>
    </section>
  );
}
