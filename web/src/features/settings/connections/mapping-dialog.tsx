import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { type Connection, editConnection, previewFieldMapping } from '#contract/intake/connections.ts';
import { type EnquiryField, enquiryFields } from '#contract/intake/deliveries.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { mutate } from '#web/lib/api/mutate.ts';
import type { DialogProps } from '#web/ui/dialog/dialog-host.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { SelectField } from '#web/ui/field/fields.tsx';
import { useForm } from '#web/ui/form/use-form.tsx';
import { ConnectionRecord } from './connection-record.tsx';
import classes from './connections.module.css';
import {
  type ChosenPaths,
  getSelectIndexes,
  mappingFormSchema,
  toChosenPaths,
  toFieldMapping,
} from './mapping-values.ts';
import { useEnquiryFieldName } from './use-enquiry-field-name.ts';

type MappingFormProps = { connection: Connection; onClose: () => void };

const shownLength = 40;

/** Chooses what of the last delivery fills which field, and shows what it would become. */
export function FieldMappingDialog({ id, onClose }: DialogProps) {
  const t = useTranslations('intake.connections.map');
  return (
    <ConnectionRecord id={id} title={t('title')} fields={9} onClose={onClose}>
      {(connection) => <MappingForm connection={connection} onClose={onClose} />}
    </ConnectionRecord>
  );
}

function MappingForm({ connection, onClose }: MappingFormProps) {
  const t = useTranslations('intake.connections.map');
  const intake = useTranslations('intake');
  const params = { id: connection._id };
  const { form, dialog } = useForm<ChosenPaths, ChosenPaths>({
    schema: mappingFormSchema,
    record: toChosenPaths(connection.mapping),
    draft: `paths:${connection._id}`,
    save: (chosen) => mutate(editConnection, { params, body: { mapping: toFieldMapping(chosen) } }),
    saved: t('saved'),
    onClose,
  });
  const { control } = form;
  const chosen = useWatch({ control }) as ChosenPaths;
  const mapping = toFieldMapping(chosen);
  const { data } = useQuery({
    ...endpointQuery(previewFieldMapping, { params, body: { mapping } }),
    placeholderData: (previous) => previous,
  });
  const nameOf = useEnquiryFieldName();
  const texts = data?.texts ?? [];
  const { enquiry } = data ?? {};
  const became = enquiryFields.flatMap((name) => {
    const value = enquiry?.[name];
    const text = typeof value === 'string' ? value : value?.name;
    return text ? [{ name, text }] : [];
  });
  return (
    <FormDialog {...dialog} title={t('title')}>
      {data && texts.length === 0 && <p className="quiet">{t('nothing')}</p>}
      {enquiryFields.flatMap((name) =>
        getSelectIndexes(name, chosen[name]).map((place, at) => (
          <SelectField
            key={place}
            control={control}
            name={place}
            data-autofocus={place === 'name.0' || undefined}
            label={at === 0 ? nameOf(name) : t(isJoined(name) ? 'also' : 'else', { field: nameOf(name) })}
            placeholder={t(at === 0 ? 'byName' : 'nothingMore')}
            clearable
            data={choices(texts, connection.mapping[name]?.[at])}
          />
        )),
      )}
      {enquiry && (
        <section className={classes.how} aria-live="polite">
          <h3 className="heading">{t('becomes')}</h3>
          <dl className={classes.facts}>
            {became.map(({ name, text }) => (
              <Fragment key={name}>
                <dt className="quiet">{nameOf(name)}</dt>
                <dd>{text}</dd>
              </Fragment>
            ))}
          </dl>
          {data?.reason && (
            <p className="danger">
              {intake('states.toPlace')}: {intake(`reasons.${data.reason}`)}
            </p>
          )}
        </section>
      )}
    </FormDialog>
  );
}

function choices(texts: readonly { path: string; text: string }[], present: string | undefined) {
  const all = texts.map(({ path, text }) => ({ value: path, label: `${path}: ${shortened(text)}` }));
  const isThere = !present || texts.some(({ path }) => path === present);
  return isThere ? all : [{ value: present, label: present }, ...all];
}

function shortened(text: string): string {
  return text.length > shownLength ? `${text.slice(0, shownLength)}…` : text;
}

function isJoined(name: EnquiryField): boolean {
  return name === 'name' || name === 'notes';
}
