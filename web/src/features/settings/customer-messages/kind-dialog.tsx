import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useController, useFieldArray } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import {
  type CustomerMessageKind,
  type CustomerMessageWay,
  customerMessageKinds,
  customerMessageWays,
} from '#contract/customer-messages/customer-message.ts';
import {
  getMessageSettings,
  listMessageTemplates,
  type MessageSettings,
  type MessageTemplate,
} from '#contract/customer-messages/message-settings.ts';
import { messageLanguages } from '#contract/message-languages.ts';
import { listOwnServiceCenters } from '#contract/service-centers.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { useLanguageName } from '#web/lib/i18n/use-language-name.ts';
import { CheckBox, CheckList } from '#web/ui/choice/check-list.tsx';
import { Choice, toChoicesFailure } from '#web/ui/choice/choice.tsx';
import { Segments } from '#web/ui/choice/segments.tsx';
import type { DialogProps } from '#web/ui/dialog/dialog-host.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { RecordDialog } from '#web/ui/dialog/lazy-dialog.tsx';
import { useRecordIn } from '#web/ui/dialog/use-record-in.ts';
import type { FieldBinding } from '#web/ui/field/fields.tsx';
import { leaveWithoutAsking } from '#web/ui/form/leave.ts';
import classes from './customer-messages.module.css';
import {
  type CheckedKind,
  isAsking,
  type KindValues,
  kindFormSchema,
  type MessageLanguage,
  toKindSettings,
  toKindValues,
} from './kind-values.ts';
import { LanguageFields } from './language-fields.tsx';
import { useMessageSettingsForm } from './use-message-settings-form.ts';

/** Edits what is sent for one kind of message, with what the customer sees beside it. */
export function MessageKindDialog({ id, onClose }: DialogProps) {
  const t = useTranslations('messageSettings');
  const settings = useQuery(endpointQuery(getMessageSettings));
  const kind = customerMessageKinds.find((one) => one === id);
  const query = useRecordIn(settings, (all) => (kind ? all : undefined), onClose);
  return (
    <RecordDialog query={query} title={t('title')} fields={6} onClose={onClose}>
      {(settings) => kind && <KindForm key={kind} kind={kind} settings={settings} onClose={onClose} />}
    </RecordDialog>
  );
}

type KindFormProps = { kind: CustomerMessageKind; settings: MessageSettings; onClose: () => void };

function KindForm({ kind, settings, onClose }: KindFormProps) {
  const t = useTranslations('messageSettings');
  const kinds = useTranslations('customerMessages.kinds');
  const ways = useTranslations('customerMessages.ways');
  const [way, setWay] = useState<CustomerMessageWay>('whatsapp');
  const templates = useQuery(endpointQuery(listMessageTemplates));
  const all: MessageTemplate[] = templates.data?.templates ?? [];
  const { form, dialog, notice } = useMessageSettingsForm<KindValues, CheckedKind>({
    settings,
    schema: kindFormSchema,
    recordOf: (settings) => toKindValues(settings, kind),
    bodyOf: (values, seen) => ({
      kinds: { ...seen.kinds, [kind]: toKindSettings(values, all, seen.kinds[kind]) },
    }),
    draft: `customerMessage:${kind}`,
    saved: t('form.saved'),
    onSaved: () => leaveWithoutAsking(onClose),
  });
  const { control } = form;
  const texts = useFieldArray({ control, name: 'texts', keyName: 'key' });
  const add = (language: MessageLanguage) => {
    texts.append({ language, text: '', template: '', variables: [] });
    // Adding checks the whole list, which would refuse the new one before anything is typed.
    requestAnimationFrame(() => form.clearErrors(`texts.${texts.fields.length}`));
  };
  return (
    <FormDialog {...dialog} notice={notice} title={kinds(kind)} size={960} onClose={onClose}>
      <CheckBox
        label={t('form.isOn')}
        description={isAsking(kind) ? t(`asks.${kind}`) : undefined}
        data-autofocus
        {...form.register('isOn')}
      />
      <div className={classes.previewAs}>
        <span className="quiet">{t('preview.as')}</span>
        <Segments
          label={t('preview.as')}
          value={way}
          onChange={setWay}
          options={customerMessageWays.map((value) => ({ value, label: ways(value) }))}
        />
      </div>
      {texts.fields.map(({ key }, index) => (
        <LanguageFields
          key={key}
          form={form}
          index={index}
          kind={kind}
          way={way}
          templates={all}
          failure={toChoicesFailure(templates)}
          isLoading={templates.isLoading}
          onRemove={texts.fields.length > 1 ? () => texts.remove(index) : undefined}
        />
      ))}
      <AddLanguage used={texts.fields.map(({ language }) => language)} onAdd={add} />
      <CenterChoice control={control} name="offAt" />
    </FormDialog>
  );
}

type AddLanguageProps = {
  used: readonly MessageLanguage[];
  onAdd: (language: MessageLanguage) => void;
};

function AddLanguage({ used, onAdd }: AddLanguageProps) {
  const t = useTranslations('messageSettings.form');
  const languageName = useLanguageName();
  const left = messageLanguages.filter((language) => !used.includes(language));
  if (left.length === 0) return null;
  return (
    <Choice
      label={t('add')}
      placeholder={t('chooseLanguage')}
      data={left.map((value) => ({ value, label: languageName(value) }))}
      value=""
      onChange={(chosen) => left.filter((language) => language === chosen).forEach(onAdd)}
    />
  );
}

function CenterChoice({ control, name }: FieldBinding<KindValues, CheckedKind> & { name: 'offAt' }) {
  const t = useTranslations('messageSettings.form');
  const ui = useTranslations('ui');
  const { data: centers } = useQuery(endpointQuery(listOwnServiceCenters));
  const { field } = useController({ control, name });
  const sending = centers?.filter(({ _id }) => !field.value.includes(_id)).map(({ _id }) => _id) ?? [];
  const choose = (chosen: string[]) => {
    const others = field.value.filter((id) => !centers?.some(({ _id }) => _id === id));
    const off = centers?.filter(({ _id }) => !chosen.includes(_id)).map(({ _id }) => _id) ?? [];
    field.onChange([...others, ...off]);
  };
  return (
    <CheckList
      ref={field.ref}
      label={t('centers')}
      options={centers?.map(({ _id, name, isActive }) => ({
        value: _id,
        label: isActive ? name : ui('switchedOff', { name }),
      }))}
      value={sending}
      onChange={choose}
      count={t('chosen', { count: sending.length, all: centers?.length ?? 0 })}
      searchLabel={t('search')}
      none={t('noCenters')}
    />
  );
}
