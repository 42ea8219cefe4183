import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import {
  type EditSmsGatewayBody,
  editSmsGateway,
  getSmsGateway,
  type SmsGateway,
} from '#contract/customer-messages/message-settings.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { mutateIntoCache } from '#web/lib/api/mutate.ts';
import { useDealer } from '#web/lib/dealer/dealer.queries.ts';
import { useDialogs } from '#web/lib/url/use-dialogs.ts';
import { CheckBox } from '#web/ui/choice/check-list.tsx';
import type { DialogProps } from '#web/ui/dialog/dialog-host.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { RecordDialog } from '#web/ui/dialog/lazy-dialog.tsx';
import { SelectField, TextField } from '#web/ui/field/fields.tsx';
import { useForm } from '#web/ui/form/use-form.tsx';
import classes from './customer-messages.module.css';
import { GatewayRows } from './gateway-rows.tsx';
import {
  describeGatewayCall,
  type GatewayValues,
  gatewayFormSchemaFor,
  toGatewayValues,
  writeSampleNumbers,
} from './gateway-values.ts';

/** Sets up or edits the SMS gateway. */
export function SmsGatewayDialog({ onClose }: DialogProps) {
  const t = useTranslations('messageSettings.gateway');
  const query = useQuery(endpointQuery(getSmsGateway));
  return (
    <RecordDialog query={query} title={t('title')} fields={8} onClose={onClose}>
      {({ gateway }) => <GatewayForm stored={gateway} onClose={onClose} />}
    </RecordDialog>
  );
}

type Gateway = NonNullable<EditSmsGatewayBody['gateway']>;
type GatewayFormProps = { stored: SmsGateway | null; onClose: () => void };

const formats = ['query', 'form', 'json'] as const;
const numberFormats = ['withoutPlus', 'international', 'domestic'] as const;
const methods = ['POST', 'GET'] as const;

function GatewayForm({ stored, onClose }: GatewayFormProps) {
  const t = useTranslations('messageSettings.gateway');
  const { replaceDialog } = useDialogs();
  const isTesting = useRef(false);
  const samples = writeSampleNumbers(useDealer().dialling);
  // Without a draft: it would hold what is secret.
  const { form, field, dialog } = useForm<GatewayValues, Gateway>({
    schema: gatewayFormSchemaFor(stored),
    record: toGatewayValues(stored),
    isNew: !stored,
    save: (gateway) => mutateIntoCache(editSmsGateway, { body: { gateway } }, getSmsGateway),
    saved: t('saved'),
    onClose: () => (isTesting.current ? replaceDialog('customerMessage.test', 'sms') : onClose()),
  });
  const { control } = form;
  const method = useWatch({ control, name: 'method' });
  const submit = (isTest: boolean) => {
    isTesting.current = isTest;
    return dialog.onSubmit();
  };
  const chooseMethod = (chosen: string) => {
    // A GET has no body.
    if (chosen === 'GET') form.setValue('format', 'query', { shouldDirty: true });
  };
  return (
    <FormDialog
      {...dialog}
      title={t('title')}
      onSubmit={(event) => {
        event.preventDefault();
        void submit(false);
      }}
      onClose={onClose}
      otherSubmit={{ label: t('saveAndTest'), onSubmit: () => void submit(true) }}
    >
      <TextField
        {...field('url')}
        label={t('url')}
        placeholder="https://sms.example.com/api/send"
        inputMode="url"
        autoComplete="off"
        maxLength={1_000}
        data-autofocus
      />
      <div className={classes.pair}>
        <SelectField
          {...field('method')}
          label={t('method')}
          data={methods.map((value) => ({ value, label: t(`methods.${value}`) }))}
          onChoose={chooseMethod}
        />
        <SelectField
          {...field('format')}
          label={t('format')}
          data={formats
            .filter((value) => method !== 'GET' || value === 'query')
            .map((value) => ({ value, label: t(`formats.${value}`) }))}
        />
      </div>
      <div className={classes.pair}>
        <TextField {...field('toField')} label={t('toField')} maxLength={60} autoComplete="off" />
        <TextField {...field('textField')} label={t('textField')} maxLength={60} autoComplete="off" />
      </div>
      <SelectField
        {...field('numberFormat')}
        label={t('numberFormat')}
        data={numberFormats.map((value) => ({
          value,
          label: t(`numberFormats.${value}`, { sample: samples[value] }),
        }))}
      />
      <GatewayRows form={form} list="fields" />
      <GatewayRows form={form} list="headers" />
      <TextField
        {...field('successText')}
        label={t('successText')}
        description={t('successTextWhy')}
        maxLength={200}
        autoComplete="off"
      />
      <CheckBox label={t('isPaused')} {...form.register('isPaused')} />
      <CallPreview values={useWatch({ control }) as GatewayValues} samples={samples} />
    </FormDialog>
  );
}

type CallPreviewProps = { values: GatewayValues; samples: ReturnType<typeof writeSampleNumbers> };

function CallPreview({ values, samples }: CallPreviewProps) {
  const t = useTranslations('messageSettings');
  const sample = { number: samples[values.numberFormat], text: t('gateway.sampleText') };
  return (
    <section>
      <h3 className="heading">{t('gateway.call')}</h3>
      <pre className="code-block">{describeGatewayCall(values, sample)}</pre>
    </section>
  );
}
