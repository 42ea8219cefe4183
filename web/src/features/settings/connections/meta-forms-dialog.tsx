import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { type Connection, editConnection, type FieldMapping } from '#contract/intake/connections.ts';
import { type EnquiryField, enquiryFields } from '#contract/intake/deliveries.ts';
import { answerPathPrefix, listMetaForms, type MetaForm } from '#contract/intake/meta-forms.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { mutate } from '#web/lib/api/mutate.ts';
import type { DialogProps } from '#web/ui/dialog/dialog-host.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { RecordDialog } from '#web/ui/dialog/lazy-dialog.tsx';
import { SelectField } from '#web/ui/field/fields.tsx';
import { useForm } from '#web/ui/form/use-form.tsx';
import { ConnectionRecord } from './connection-record.tsx';
import classes from './connections.module.css';
import { useCenterChoices, useOfferingChoices } from './place-choices.ts';
import { useEnquiryFieldName } from './use-enquiry-field-name.ts';

type MetaFormsProps = { connection: Connection; onClose: () => void };

/** Shows which service center and offering each form of lead ads is for, and where the answers to its questions go. */
export function MetaFormsDialog({ id, onClose }: DialogProps) {
  const t = useTranslations('intake.connections.forms');
  return (
    <ConnectionRecord id={id} title={t('title')} fields={6} onClose={onClose}>
      {(connection) => <MetaForms connection={connection} onClose={onClose} />}
    </ConnectionRecord>
  );
}

function MetaForms({ connection, onClose }: MetaFormsProps) {
  const t = useTranslations('intake.connections.forms');
  const reasons = useTranslations('intake.reasons');
  const query = useQuery(endpointQuery(listMetaForms, { params: { id: connection._id } }));
  return (
    <RecordDialog query={query} title={t('title')} fields={6} onClose={onClose}>
      {({ forms, failure }) => (
        <Fields {...{ connection, forms, onClose }}>
          {failure && <p className="danger">{t('failed', { why: reasons(failure) })}</p>}
          {!failure && forms.length === 0 && <p className="quiet">{t('none')}</p>}
        </Fields>
      )}
    </RecordDialog>
  );
}

const question = z.object({ key: z.string(), field: z.enum(['', ...enquiryFields]) });
const place = z.object({ form: z.string(), serviceCenter: z.string(), serviceOrCampaign: z.string() });
const formsForm = z.object({ forms: z.array(place), questions: z.array(question) });

type Values = z.infer<typeof formsForm>;

type FieldsProps = MetaFormsProps & { forms: readonly MetaForm[]; children: ReactNode };

function Fields({ connection, forms, onClose, children }: FieldsProps) {
  const t = useTranslations('intake.connections.forms');
  const leads = useTranslations('leads');
  const fieldName = useEnquiryFieldName();
  const centers = useCenterChoices(forms.flatMap(({ serviceCenter }) => serviceCenter ?? []));
  const offerings = useOfferingChoices(forms.flatMap(({ serviceOrCampaign }) => serviceOrCampaign ?? []));
  const questions = questionsOf(forms);
  const record: Values = {
    forms: forms.map(({ _id, serviceCenter, serviceOrCampaign }) => ({
      form: _id,
      serviceCenter: serviceCenter ?? '',
      serviceOrCampaign: serviceOrCampaign ?? '',
    })),
    questions: questions.map(({ key, field }) => ({ key, field: field ?? '' })),
  };
  const { form, dialog } = useForm<Values, Values>({
    schema: formsForm,
    record,
    save: (values) =>
      mutate(editConnection, {
        params: { id: connection._id },
        body: {
          forms: placesOf(values),
          mapping: mappingOf(connection.mapping, record.questions, values.questions),
        },
      }),
    saved: t('saved'),
    onClose,
  });
  const { control } = form;
  return (
    <FormDialog {...dialog} title={t('title')}>
      <p className="quiet">{t('why')}</p>
      {children}
      {forms.map(({ _id, name }, at) => (
        <fieldset key={_id} className={`field-stack ${classes.group}`}>
          <legend className="heading">{name ?? t('unnamed', { id: _id })}</legend>
          <div className={classes.pair}>
            <SelectField
              control={control}
              name={`forms.${at}.serviceCenter`}
              label={t('center')}
              placeholder={t('asConnection')}
              clearable
              data-autofocus={at === 0 || undefined}
              {...centers}
            />
            <SelectField
              control={control}
              name={`forms.${at}.serviceOrCampaign`}
              label={t('offering')}
              placeholder={t('asConnection')}
              clearable
              {...offerings}
            />
          </div>
        </fieldset>
      ))}
      {questions.length > 0 && (
        <fieldset className={`field-stack ${classes.group}`}>
          <legend className="heading">{t('questions')}</legend>
          <p className="quiet">{t('questionsWhy')}</p>
          {questions.map(({ key, label }, at) => (
            <SelectField
              key={key}
              control={control}
              name={`questions.${at}.field`}
              label={label}
              placeholder={leads('fields.notes')}
              clearable
              data={enquiryFields.map((name) => ({ value: name, label: fieldName(name) }))}
            />
          ))}
        </fieldset>
      )}
    </FormDialog>
  );
}

function questionsOf(forms: readonly MetaForm[]): MetaForm['questions'] {
  return [...new Map(forms.flatMap(({ questions }) => questions.map((each) => [each.key, each]))).values()];
}

function placesOf({ forms }: Values) {
  return forms
    .filter(({ serviceCenter, serviceOrCampaign }) => serviceCenter || serviceOrCampaign)
    .map(({ form, serviceCenter, serviceOrCampaign }) => ({
      form,
      serviceCenter: serviceCenter || null,
      serviceOrCampaign: serviceOrCampaign || null,
    }));
}

type Questions = Values['questions'];

function mappingOf(before: FieldMapping, shown: Questions, chosen: Questions): FieldMapping {
  const paths = (of: Questions, name: EnquiryField) =>
    of.flatMap(({ key, field }) => (field === name ? [answerPathPrefix + key] : []));
  const listed = new Set(shown.map(({ key }) => answerPathPrefix + key));
  const changed = enquiryFields.flatMap((name) => {
    const now = paths(chosen, name);
    if (now.join() === paths(shown, name).join()) return before[name] ? [[name, before[name]] as const] : [];
    const others = (before[name] ?? []).filter((path) => !listed.has(path));
    return [[name, [...now, ...others]] as const];
  });
  return Object.fromEntries(changed);
}
