import { Button } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type UseFormReturn, useFieldArray, useWatch } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import {
  type EditSmsGatewayBody,
  messageSettingLimits,
} from '#contract/customer-messages/message-settings.ts';
import { CheckBox } from '#web/ui/choice/check-list.tsx';
import { TextField } from '#web/ui/field/fields.tsx';
import { PasswordField } from '#web/ui/field/password-field.tsx';
import { IconButton } from '#web/ui/frame/buttons.tsx';
import classes from './customer-messages.module.css';
import { createEmptyGatewayRow, type GatewayValues } from './gateway-values.ts';

type GatewayForm = UseFormReturn<GatewayValues, unknown, NonNullable<EditSmsGatewayBody['gateway']>>;
type GatewayList = 'headers' | 'fields';

const texts = {
  headers: { title: 'headers', row: 'header', add: 'addHeader', remove: 'removeHeader' },
  fields: { title: 'fields', row: 'field', add: 'addField', remove: 'removeField' },
} as const;

/** The headers, all of them secret, or the further fields of a gateway. */
export function GatewayRows({ form, list }: { form: GatewayForm; list: GatewayList }) {
  const t = useTranslations('messageSettings.gateway');
  const { control } = form;
  const rows = useFieldArray({ control, name: list, keyName: 'key' });
  const { title, row, add, remove } = texts[list];
  const isFull = rows.fields.length >= messageSettingLimits[list];
  const append = () => {
    rows.append(createEmptyGatewayRow(list === 'headers'));
    // Adding checks the whole list, which would refuse the new one before anything is typed.
    requestAnimationFrame(() => form.clearErrors(`${list}.${rows.fields.length}`));
  };
  return (
    <fieldset className="field-stack">
      <legend className="visually-hidden">{t(title)}</legend>
      <h3 className="heading">{t(title)}</h3>
      {rows.fields.map(({ key }, index) => (
        <fieldset key={key}>
          <legend className="visually-hidden">{t(row, { number: index + 1 })}</legend>
          <div className={classes.row}>
            <TextField
              control={control}
              name={`${list}.${index}.name`}
              label={t('name')}
              maxLength={60}
              autoComplete="off"
            />
            <RowValue form={form} path={`${list}.${index}`} />
            {list === 'fields' && (
              <CheckBox
                className={classes.secret}
                label={t('isSecret')}
                {...form.register(`${list}.${index}.isSecret`)}
              />
            )}
            <IconButton
              label={t(remove, { number: index + 1 })}
              icon={<IconTrash size={18} stroke={1.75} />}
              variant="subtle"
              onClick={() => rows.remove(index)}
            />
          </div>
        </fieldset>
      ))}
      <div>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} stroke={1.75} />}
          disabled={isFull}
          onClick={append}
        >
          {t(add)}
        </Button>
      </div>
    </fieldset>
  );
}

function RowValue({ form, path }: { form: GatewayForm; path: `${GatewayList}.${number}` }) {
  const t = useTranslations('messageSettings.gateway');
  const { control } = form;
  const [isSecret, stored] = useWatch({ control, name: [`${path}.isSecret`, `${path}.stored`] });
  const field = {
    control,
    name: `${path}.value`,
    label: t('value'),
    maxLength: 2_000,
    autoComplete: 'off',
    placeholder: stored ? t('stored') : undefined,
  } as const;
  return isSecret ? <PasswordField {...field} /> : <TextField {...field} />;
}
