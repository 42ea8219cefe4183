import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import type { EndpointReply } from '#contract/call/endpoint.ts';
import {
  type CustomerMessageKind,
  customerMessageKinds,
  customerMessageWays,
} from '#contract/customer-messages/customer-message.ts';
import {
  getMessageSettings,
  type MessageSettings,
  sendTestMessage,
  type TestMessageBody,
  testMessageBody,
} from '#contract/customer-messages/message-settings.ts';
import { email } from '#contract/text/text.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { mutate } from '#web/lib/api/mutate.ts';
import { useLanguageName } from '#web/lib/i18n/use-language-name.ts';
import { useSession } from '#web/lib/session/session.ts';
import type { DialogProps } from '#web/ui/dialog/dialog-host.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { RecordDialog } from '#web/ui/dialog/lazy-dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { SelectField, TextField } from '#web/ui/field/fields.tsx';
import { useForm } from '#web/ui/form/use-form.tsx';
import classes from './customer-messages.module.css';
import { MessageBubble, SmsParts } from './message-preview.tsx';

/** The dialog that sends a test message; `id` is the kind or the channel that is chosen at first. */
export function TestMessageDialog({ id, onClose }: DialogProps) {
  const t = useTranslations('messageSettings.testing');
  const query = useQuery(endpointQuery(getMessageSettings));
  return (
    <RecordDialog query={query} title={t('title')} fields={4} onClose={onClose}>
      {(settings) => <TestForm key={id} id={id} settings={settings} onClose={onClose} />}
    </RecordDialog>
  );
}

const emailTo = z.object({ to: email });
const testForm = testMessageBody.superRefine(({ way, to }, context) => {
  if (way !== 'email') return;
  for (const { message } of emailTo.safeParse({ to }).error?.issues ?? [])
    context.addIssue({ code: 'custom', path: ['to'], message });
});

type Sent = EndpointReply<typeof sendTestMessage> & Pick<TestMessageBody, 'way' | 'language'>;

type TestFormProps = { id: string; settings: MessageSettings; onClose: () => void };

function TestForm({ id, settings, onClose }: TestFormProps) {
  const t = useTranslations('messageSettings.testing');
  const kindNames = useTranslations('customerMessages.kinds');
  const wayNames = useTranslations('customerMessages.ways');
  const languageName = useLanguageName();
  const own = useSession()?.email ?? '';
  const [sent, setSent] = useState<Sent>();
  const written = customerMessageKinds.filter((kind) => settings.kinds[kind].texts.length > 0);
  const languagesOf = (kind: CustomerMessageKind) =>
    settings.kinds[kind].texts.map(({ language }) => language);
  const startKind = written.find((kind) => kind === id) ?? written[0] ?? 'dayBefore';
  const startWay = customerMessageWays.find((way) => way === id) ?? 'whatsapp';
  const { form, field, dialog } = useForm<TestMessageBody, TestMessageBody>({
    schema: testForm,
    record: {
      kind: startKind,
      language: languagesOf(startKind)[0] ?? settings.language,
      way: startWay,
      to: startWay === 'email' ? own : '',
    },
    isNew: true,
    async save(body) {
      setSent(undefined);
      const reply = await mutate(sendTestMessage, { body });
      setSent({ ...reply, way: body.way, language: body.language });
    },
  });
  const [kind, way, to] = useWatch({ control: form.control, name: ['kind', 'way', 'to'] });
  const offered = languagesOf(kind);
  const chooseKind = () => {
    const languages = languagesOf(form.getValues('kind'));
    const [first] = languages;
    if (first && !languages.includes(form.getValues('language'))) form.setValue('language', first);
  };
  // An email address is no number.
  const chooseWay = (next: string) => {
    if (next === 'email' && to === '') form.setValue('to', own);
    if (next !== 'email' && to === own) form.setValue('to', '');
  };
  const isEmail = way === 'email';
  return (
    <FormDialog
      {...dialog}
      title={t('title')}
      submit={t('send')}
      isDirty={false}
      isSubmitDisabled={written.length === 0}
      onClose={onClose}
    >
      {written.length === 0 && <p className="quiet">{t('noTexts')}</p>}
      <div className={classes.pair}>
        <SelectField
          {...field('kind')}
          label={t('kind')}
          data={written.map((value) => ({ value, label: kindNames(value) }))}
          onChoose={chooseKind}
        />
        <SelectField
          {...field('language')}
          label={t('language')}
          data={offered.map((value) => ({ value, label: languageName(value) }))}
        />
      </div>
      <SelectField
        {...field('way')}
        label={t('way')}
        data={customerMessageWays.map((value) => ({ value, label: wayNames(value) }))}
        onChoose={chooseWay}
      />
      <TextField
        {...field('to')}
        label={t(isEmail ? 'email' : 'phone')}
        inputMode={isEmail ? 'email' : 'tel'}
        autoComplete={isEmail ? 'email' : 'tel'}
        data-autofocus
      />
      {sent && <Outcome sent={sent} />}
    </FormDialog>
  );
}

function Outcome({ sent: { isSent, failure, text, way, language } }: { sent: Sent }) {
  const t = useTranslations('messageSettings.testing');
  if (!isSent) return <Notice>{t(`failures.${failure ?? 'unknown'}`)}</Notice>;
  return (
    <div className={classes.preview} role="status">
      <p className="quiet">{t('sent')}</p>
      <MessageBubble way={way} language={language} text={text} />
      {way === 'sms' && <SmsParts text={text} />}
    </div>
  );
}
