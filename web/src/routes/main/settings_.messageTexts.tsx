import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useFieldArray } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { textLength } from '#contract/business.ts';
import { messageLanguages } from '#contract/message-languages.ts';
import {
  editMessageTexts,
  editMessageTextsBody,
  listMessageTexts,
  type MessageText,
  maxMessageTexts,
} from '#contract/message-texts.ts';
import { computeListMark } from '#contract/text/list-mark.ts';
import classes from '#web/features/settings/settings.module.css';
import { SettingsPage } from '#web/features/settings/settings-frame.tsx';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { mutateIntoCache } from '#web/lib/api/mutate.ts';
import { useLanguageName } from '#web/lib/i18n/use-language-name.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { SelectField, TextAreaField, TextField } from '#web/ui/field/fields.tsx';
import { SettingsForm } from '#web/ui/form/settings-form.tsx';
import { useSharedForm } from '#web/ui/form/use-shared-form.tsx';
import { IconButton } from '#web/ui/frame/buttons.tsx';
import { Loaded } from '#web/ui/list/list-states.tsx';

export const Route = createFileRoute('/main/settings_/messageTexts')({ component: MessageTexts });

function MessageTexts() {
  const t = useTranslations('settings.messages');
  return (
    <SettingsPage page="messageTexts" why={t('why')}>
      <MessageTextsSettings />
    </SettingsPage>
  );
}

function MessageTextsSettings() {
  return (
    <Loaded query={useQuery(endpointQuery(listMessageTexts))}>
      {(texts) => <MessageTextsForm texts={texts} />}
    </Loaded>
  );
}

function MessageTextsForm({ texts }: { texts: MessageText[] }) {
  const t = useTranslations('settings.messages');
  const languageName = useLanguageName();
  const { form, notice, ...edited } = useSharedForm({
    stored: texts,
    schema: editMessageTextsBody,
    recordOf: (texts: MessageText[]) => ({ texts }),
    draft: 'messageTexts',
    async save({ texts }, seen) {
      const body = { texts, seen: computeListMark(seen) };
      const kept = await mutateIntoCache(editMessageTexts, { body }, listMessageTexts);
      toast.success(t('saved'));
      return kept;
    },
  });
  const { control } = form;
  const rows = useFieldArray({ control, name: 'texts', keyName: 'key' });
  const languages = messageLanguages.map((language) => ({ value: language, label: languageName(language) }));

  const add = () => {
    rows.append({ name: '', language: 'en', text: '' });
    // Adding checks the whole list, which would refuse the new one before anything is typed.
    requestAnimationFrame(() => form.clearErrors(`texts.${rows.fields.length}`));
  };

  return (
    <SettingsForm
      edited={edited}
      texts={{ save: t('save'), add: t('add') }}
      onAdd={rows.fields.length < maxMessageTexts ? add : undefined}
    >
      {rows.fields.length === 0 && <p className="quiet">{t('none')}</p>}
      {rows.fields.map(({ key }, place) => (
        <fieldset key={key} className={`field-stack ${classes.text}`}>
          <legend className="visually-hidden">{t('number', { number: place + 1 })}</legend>
          <div className={classes.head}>
            <TextField
              control={control}
              name={`texts.${place}.name`}
              label={t('name')}
              maxLength={textLength.name}
            />
            <SelectField
              control={control}
              name={`texts.${place}.language`}
              label={t('language')}
              data={languages}
            />
            <IconButton
              label={t('delete', { number: place + 1 })}
              icon={<IconTrash size={18} stroke={1.75} />}
              variant="subtle"
              onClick={() => rows.remove(place)}
            />
          </div>
          <TextAreaField
            control={control}
            name={`texts.${place}.text`}
            label={t('text')}
            description={t('placeholders')}
            maxLength={textLength.message}
          />
        </fieldset>
      ))}
      {notice}
    </SettingsForm>
  );
}
