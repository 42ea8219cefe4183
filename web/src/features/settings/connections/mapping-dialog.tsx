import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import {
  type Connection,
  editConnection,
  type Mapping,
  previewMapping,
} from '#contract/intake/connections.ts';
import { type EnquiryField, enquiryFields } from '#contract/intake/deliveries.ts';
import { change } from '#web/lib/api/change.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { SelectField } from '#web/ui/field/fields.tsx';
import { useForm } from '#web/ui/form/use-form.tsx';
import classes from './connections.module.css';

type MappingDialogProps = { connection: Connection; onClose: () => void };

const shownLength = 40;

/** A path for each field; '' where its name says it. */
const mappingForm = z.record(z.enum(enquiryFields), z.string());
type Chosen = z.infer<typeof mappingForm>;

/** Chooses what of the last delivery fills which field, and shows what it would become. */
export function MappingDialog({ connection, onClose }: MappingDialogProps) {
  const t = useTranslations('intake.connections.map');
  const leads = useTranslations('leads');
  const intake = useTranslations('intake');
  const params = { id: connection._id };
  const { form, field, dialog } = useForm<Chosen, Chosen>({
    schema: mappingForm,
    record: chosenIn(connection.mapping),
    draft: `mapping:${connection._id}`,
    save: (chosen) => change(editConnection, { params, body: { mapping: mappingOf(chosen) } }),
    saved: t('saved'),
    onClose,
  });
  const mapping = mappingOf(useWatch({ control: form.control }) as Chosen);
  const { data } = useQuery({
    ...endpointQuery(previewMapping, { params, body: { mapping } }),
    placeholderData: (previous) => previous,
  });
  const nameOf = (name: EnquiryField) => leads(`fields.${name}`);
  const texts = data?.texts ?? [];
  const { enquiry } = data ?? {};
  const became = enquiryFields.flatMap((name) => {
    const value = enquiry?.[name];
    const text = typeof value === 'string' ? value : value?.name;
    return text ? [{ name, text }] : [];
  });
  return (
    <FormDialog {...dialog} title={t('title')} submit={t('save')}>
      <p className="quiet">{data && texts.length === 0 ? t('nothing') : t('why')}</p>
      <div className={classes.fields}>
        {enquiryFields.map((name) => (
          <SelectField
            key={name}
            {...field(name)}
            label={nameOf(name)}
            placeholder={t('byName')}
            clearable
            data={choices(texts, connection.mapping[name]?.[0])}
          />
        ))}
      </div>
      {enquiry && (
        <section className={classes.how} aria-live="polite">
          <h3 className="heading">{t('becomes')}</h3>
          <dl className={classes.facts}>
            {became.map(({ name, text }) => (
              <div key={name} style={{ display: 'contents' }}>
                <dt className="quiet">{nameOf(name)}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
          {data?.reason && (
            <p className={classes.bad}>
              {intake('states.toPlace')}: {intake(`reasons.${data.reason}`)}
            </p>
          )}
        </section>
      )}
    </FormDialog>
  );
}

/** A path that the last delivery lacks stays. */
function choices(texts: readonly { path: string; text: string }[], present: string | undefined) {
  const all = texts.map(({ path, text }) => ({ value: path, label: `${path}: ${shortened(text)}` }));
  const isThere = !present || texts.some(({ path }) => path === present);
  return isThere ? all : [{ value: present, label: present }, ...all];
}

function shortened(text: string): string {
  return text.length > shownLength ? `${text.slice(0, shownLength)}…` : text;
}

function chosenIn(mapping: Mapping): Chosen {
  return Object.fromEntries(enquiryFields.map((name) => [name, mapping[name]?.[0] ?? ''])) as Chosen;
}

function mappingOf(chosen: Chosen): Mapping {
  return Object.fromEntries(enquiryFields.flatMap((name) => (chosen[name] ? [[name, [chosen[name]]]] : [])));
}
