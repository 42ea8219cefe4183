import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { useRef } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { textLength } from '#contract/business.ts';
import type {
  CustomerMessageKind,
  CustomerMessageWay,
} from '#contract/customer-messages/customer-message.ts';
import type { MessageTemplate } from '#contract/customer-messages/message-settings.ts';
import type { MessagePlaceholder } from '#contract/message-texts.ts';
import { useLanguageName } from '#web/lib/i18n/use-language-name.ts';
import type { Choice } from '#web/ui/choice/choice.tsx';
import { SelectField, TextAreaField } from '#web/ui/field/fields.tsx';
import { IconButton } from '#web/ui/frame/buttons.tsx';
import classes from './customer-messages.module.css';
import {
  type CheckedKind,
  insertPlaceholder,
  type KindValues,
  offeredPlaceholders,
  startVariables,
  toListedTemplateKey,
} from './kind-values.ts';
import { MessagePreview } from './message-preview.tsx';
import { useTemplateState } from './use-template-state.ts';

type KindForm = UseFormReturn<KindValues, unknown, CheckedKind>;

type LanguageFieldsProps = {
  form: KindForm;
  index: number;
  kind: CustomerMessageKind;
  way: CustomerMessageWay;
  templates: readonly MessageTemplate[];
  failure: ComponentProps<typeof Choice>['failure'];
  isLoading: boolean;
  onRemove: (() => void) | undefined;
};

/** The text and the template of one language, and what the customer sees of them. */
export function LanguageFields(props: LanguageFieldsProps) {
  const { form, index, kind, way, templates, onRemove } = props;
  const t = useTranslations('messageSettings.form');
  const languageName = useLanguageName();
  const area = useRef<HTMLDivElement>(null);
  const { control } = form;
  const path = `texts.${index}` as const;
  const [language, text, template, variables] = useWatch({
    control,
    name: [`${path}.language`, `${path}.text`, `${path}.template`, `${path}.variables`],
  });
  const inLanguage = languageName(language);
  const chosen = templates.find((one) => toListedTemplateKey(one) === template);
  const insert = (name: MessagePlaceholder) => {
    const field = area.current?.querySelector('textarea');
    if (!field) return;
    const { selectionStart: start, selectionEnd: end } = field;
    const inserted = insertPlaceholder(field.value, { start, end }, name);
    form.setValue(`${path}.text`, inserted.text, { shouldDirty: true, shouldTouch: true });
    requestAnimationFrame(() => {
      field.focus();
      field.setSelectionRange(inserted.cursor, inserted.cursor);
    });
  };
  return (
    <fieldset className={classes.language}>
      <legend className="visually-hidden">{inLanguage}</legend>
      <div className={`at-ends ${classes.languageHead}`}>
        <h3 className="heading">{inLanguage}</h3>
        {onRemove && (
          <IconButton
            label={t('remove', { language: inLanguage })}
            icon={<IconTrash size={18} stroke={1.75} />}
            variant="subtle"
            onClick={onRemove}
          />
        )}
      </div>
      <div className={classes.columns}>
        <div className="field-stack">
          <div ref={area}>
            <TextAreaField
              control={control}
              name={`${path}.text`}
              label={t('text', { language: inLanguage })}
              description={t('placeholders')}
              maxLength={textLength.message}
            />
            <PlaceholderButtons onInsert={insert} />
          </div>
          <TemplateFields {...props} template={template} variables={variables} />
        </div>
        <MessagePreview
          kind={kind}
          way={way}
          language={language}
          text={text}
          template={chosen && { ...chosen, variables }}
        />
      </div>
    </fieldset>
  );
}

function PlaceholderButtons({ onInsert }: { onInsert: (name: MessagePlaceholder) => void }) {
  const t = useTranslations('messageSettings.form');
  return (
    <div className={classes.placeholders}>
      <span className="quiet">{t('insert')}</span>
      {offeredPlaceholders.map((name) => (
        <Button
          key={name}
          size="compact-xs"
          variant="default"
          aria-label={t('insertOf', { placeholder: t(`placeholder.${name}`) })}
          // The text keeps its selection, which the placeholder replaces.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onInsert(name)}
        >
          {t(`placeholder.${name}`)}
        </Button>
      ))}
    </div>
  );
}

type TemplateFieldsProps = LanguageFieldsProps & { template: string; variables: readonly string[] };

function TemplateFields(props: TemplateFieldsProps) {
  const { form, index, templates, template, variables, isLoading, failure } = props;
  const t = useTranslations('messageSettings.form');
  const stateOf = useTemplateState();
  const { control } = form;
  const nameOf = ({ name, language }: MessageTemplate) => t('templateName', { name, language });
  const approved = templates.filter(({ status }) => status === 'APPROVED');
  const others = templates.filter(({ status }) => status !== 'APPROVED');
  const isListed = approved.some((one) => toListedTemplateKey(one) === template);
  const [, name = '', language = ''] = template.split(' ');
  const isGone = template !== '' && !isListed && !isLoading && !failure;
  const choices = approved.map((one) => ({ value: toListedTemplateKey(one), label: nameOf(one) }));
  const kept = {
    value: template,
    label: t(isGone ? 'goneTemplate' : 'templateName', { name, language }),
  };
  const choose = (key: string) => {
    const { variables: count = 0 } = approved.find((one) => toListedTemplateKey(one) === key) ?? {};
    form.setValue(`texts.${index}.variables`, startVariables(count), { shouldDirty: true });
  };
  return (
    <>
      <div>
        <SelectField
          control={control}
          name={`texts.${index}.template`}
          label={t('template')}
          description={t('templateWhy')}
          placeholder={t('noTemplate')}
          clearable
          isLoading={isLoading}
          failure={failure}
          data={template === '' || isListed ? choices : [kept, ...choices]}
          onChoose={choose}
        />
        {isGone && (
          <p className="danger" role="status">
            {t('goneWhy')}
          </p>
        )}
        {others.length > 0 && (
          <p className="quiet">
            {t('notApproved', {
              templates: others
                .map(({ name, language, status }) =>
                  t('templateState', { name, language, state: stateOf(status) }),
                )
                .join(' · '),
            })}
          </p>
        )}
      </div>
      {variables.length > 0 && (
        <div className={classes.pair}>
          {[...variables.keys()].map((at) => (
            <SelectField
              key={at}
              control={control}
              name={`texts.${index}.variables.${at}`}
              label={t('variable', { number: at + 1 })}
              placeholder={t('chooseVariable')}
              data={offeredPlaceholders.map((value) => ({ value, label: t(`placeholder.${value}`) }))}
            />
          ))}
        </div>
      )}
    </>
  );
}
