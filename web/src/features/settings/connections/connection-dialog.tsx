import { type ReactNode, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { textLength } from '#contract/business.ts';
import { messages } from '#contract/call/messages.ts';
import {
  type Connection,
  connectionKinds,
  createConnection,
  createConnectionBody,
  editConnection,
} from '#contract/intake/connections.ts';
import { metaCredentials } from '#contract/intake/meta.ts';
import { platforms } from '#contract/leads/leads.ts';
import { mutate } from '#web/lib/api/mutate.ts';
import { useDialogs } from '#web/lib/url/use-dialogs.ts';
import { CheckBox } from '#web/ui/choice/check-list.tsx';
import type { DialogProps } from '#web/ui/dialog/dialog-host.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { SelectField, TextField } from '#web/ui/field/fields.tsx';
import { PasswordField } from '#web/ui/field/password-field.tsx';
import { useForm } from '#web/ui/form/use-form.tsx';
import { useAnswerChoices } from './answer-choices.ts';
import { usesMetaApp } from './connection-cells.tsx';
import { ConnectionKind, takeTypedName } from './connection-kind.tsx';
import { ConnectionRecord } from './connection-record.tsx';
import classes from './connections.module.css';
import { useCenterChoices, useOfferingChoices } from './place-choices.ts';
import { shownSecret } from './shown-secret.ts';

/** Adds a connection, or edits the one with this id. `id` may also be the kind of a new one. */
export function ConnectionDialog({ id, onClose }: DialogProps) {
  const t = useTranslations('intake.connections');
  const kind = connectionKinds.find((one) => one === id);
  if (!id || kind) return <ConnectionForm kind={kind} onClose={onClose} />;
  return (
    <ConnectionRecord id={id} title={t('edit')} fields={4} onClose={onClose}>
      {(connection) => <ConnectionForm connection={connection} onClose={onClose} />}
    </ConnectionRecord>
  );
}

type ConnectionFormProps = {
  connection?: Connection;
  kind?: (typeof connectionKinds)[number] | undefined;
  onClose: () => void;
};

const unchanged = z.literal('').transform(() => undefined);

function schemaOf(isNew: boolean) {
  const whole = createConnectionBody.omit({ forms: true }).extend({
    isPaused: z.boolean(),
    numbers: numbersByCenter,
    appSecret: z.union([unchanged, metaCredentials.shape.appSecret]),
    pageToken: z.union([unchanged, metaCredentials.shape.pageToken]),
  });
  return whole.superRefine(({ kind, ...given }, context) => {
    if (!isNew || !usesMetaApp(kind)) return;
    for (const path of ['appSecret', 'pageToken'] as const)
      if (given[path] === undefined)
        context.addIssue({ code: 'custom', path: [path], message: messages.required });
  });
}

function ConnectionForm({ connection, kind: chosen = 'webhook', onClose }: ConnectionFormProps) {
  const t = useTranslations('intake.connections');
  const leads = useTranslations('leads');
  const { serviceCenter: center, serviceOrCampaign: offering, numbers: own = [] } = connection ?? {};
  const present = [center, ...own.map(({ serviceCenter }) => serviceCenter)].flatMap((one) => one?._id ?? []);
  const centers = useCenterChoices(present);
  const offerings = useOfferingChoices(offering ? [offering._id] : []);
  const answers = useAnswerChoices(connection?.answerText);
  const [schema] = useState(() => schemaOf(!connection));
  const [typedName] = useState(takeTypedName);
  const { replaceDialog } = useDialogs();
  const created = useRef('');
  const { form, field, dialog } = useForm({
    schema,
    record: {
      name: connection?.name ?? typedName ?? '',
      kind: connectionKinds.find((kind) => kind === connection?.kind) ?? chosen,
      platform: connection?.platform ?? 'website',
      serviceCenter: connection?.serviceCenter?._id ?? '',
      serviceOrCampaign: connection?.serviceOrCampaign?._id ?? '',
      answerText: connection?.answerText ?? '',
      isPaused: connection?.isPaused ?? false,
      appSecret: '',
      pageToken: '',
      numbers: numbersIn.form(connection?.numbers ?? []),
    },
    isNew: !connection,
    draft: `connection:${connection?._id ?? 'new'}`,
    nameOf: (name) => t(isNumber(name) ? 'fields.numbers' : `fields.${name}`),
    async save({ isPaused, kind, numbers, ...rest }) {
      const body = { ...rest, ...(kind === 'whatsapp' && { numbers: numbersIn.body(numbers) }) };
      if (connection)
        await mutate(editConnection, { params: { id: connection._id }, body: { ...body, isPaused } });
      else {
        const told = await mutate(createConnection, { body: { ...body, kind } });
        shownSecret.keep(told);
        created.current = told.connection._id;
      }
    },
    saved: t(connection ? 'updated' : 'added'),
    onClose: () => (created.current ? replaceDialog('connection.secret', created.current) : onClose()),
  });
  const kind = useWatch({ control: form.control, name: 'kind' }) ?? 'webhook';
  const isWhatsApp = kind === 'whatsapp';
  const title = t(connection ? 'edit' : 'add');
  return (
    <FormDialog {...dialog} title={title} submit={connection ? undefined : title}>
      <TextField
        {...field('name')}
        required
        withAsterisk={false}
        data-autofocus={typedName === undefined || undefined}
        maxLength={textLength.name}
      />
      {!connection && (
        <ConnectionKind
          value={kind}
          own={connectionKinds}
          isFirst={typedName !== undefined}
          onChange={(kind) => form.setValue('kind', kind, { shouldDirty: true })}
          nameNow={() => form.getValues('name')}
        />
      )}
      {usesMetaApp(kind) ? (
        <>
          <PasswordField
            {...field('appSecret')}
            autoComplete="off"
            description={t(connection ? 'keyKept' : 'appSecretWhy')}
          />
          <PasswordField
            {...field('pageToken')}
            autoComplete="off"
            description={t(connection ? 'keyKept' : isWhatsApp ? 'accessTokenWhy' : 'pageTokenWhy')}
          />
        </>
      ) : (
        <SelectField
          {...field('platform')}
          data={platforms.map((one) => ({ value: one, label: leads(`platforms.${one}`) }))}
        />
      )}
      <SelectField
        {...field('serviceCenter')}
        description={t(isWhatsApp ? 'numberCenterWhy' : 'centerWhy')}
        placeholder={t(isWhatsApp ? 'noCenter' : 'named')}
        clearable
        {...centers}
      />
      {isWhatsApp && (
        <NumberFields centers={centers.data}>
          {({ value, label }) => (
            <TextField
              key={value}
              control={form.control}
              name={`numbers.${value}`}
              label={label}
              inputMode="numeric"
            />
          )}
        </NumberFields>
      )}
      <SelectField {...field('serviceOrCampaign')} placeholder={t('named')} clearable {...offerings} />
      <SelectField
        {...field('answerText')}
        description={t('answerWhy')}
        placeholder={t('noAnswer')}
        clearable
        data={answers}
      />
      {connection && (
        <CheckBox label={t('fields.isPaused')} description={t('pausedWhy')} {...form.register('isPaused')} />
      )}
    </FormDialog>
  );
}

function isNumber<Name extends string>(name: Name): name is Extract<Name, `numbers.${string}`> {
  return name.startsWith('numbers.');
}

const numbersByCenter = z.record(
  z.string(),
  z
    .string()
    .regex(/^[\d\s,]*$/, messages.invalidNumberId)
    .optional(),
);

type ByCenter = z.infer<typeof numbersByCenter>;

const numbersIn = {
  form: (numbers: Connection['numbers']): ByCenter => {
    const byCenter = Map.groupBy(numbers, ({ serviceCenter }) => serviceCenter._id);
    return Object.fromEntries(
      [...byCenter].map(([center, all]) => [center, all.map(({ number }) => number).join(', ')]),
    );
  },
  body: (byCenter: ByCenter) =>
    Object.entries(byCenter).flatMap(([serviceCenter, typed]) =>
      (typed?.match(/\d+/g) ?? []).map((number) => ({ number, serviceCenter })),
    ),
};

type Center = { value: string; label: string };

function NumberFields(props: { centers: readonly Center[]; children: (center: Center) => ReactNode }) {
  const t = useTranslations('intake.connections.numbers');
  if (props.centers.length < 2) return null;
  return (
    <details>
      <summary>{t('title')}</summary>
      <p className={`quiet ${classes.numbersWhy}`}>{t('why')}</p>
      <div className="field-stack">{props.centers.map(props.children)}</div>
    </details>
  );
}
