import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { messages } from '#contract/call/messages.ts';
import {
  type MessageSettings,
  messageSettingLimits,
  messageSettings,
} from '#contract/customer-messages/message-settings.ts';
import { messageLanguages } from '#contract/message-languages.ts';
import { useLanguageName } from '#web/lib/i18n/use-language-name.ts';
import { TimeField } from '#web/ui/field/date-time-fields.tsx';
import { SelectField, TextField } from '#web/ui/field/fields.tsx';
import { SettingsForm } from '#web/ui/form/settings-form.tsx';
import classes from './customer-messages.module.css';
import { useMessageSettingsForm } from './use-message-settings-form.ts';

const typedCount = (max: number) =>
  z.string().trim().regex(/^\d+$/, messages.notWhole).transform(Number).pipe(z.int().min(1).max(max));

const { language, quietFrom, quietTo, dayBeforeAt } = messageSettings.shape;
const rulesForm = z.object({
  language,
  quietFrom,
  quietTo,
  dayBeforeAt,
  thankYouAfterHours: typedCount(messageSettingLimits.hours),
  perDay: typedCount(messageSettingLimits.perDay),
  perPerson: typedCount(messageSettingLimits.perPerson),
});

function toRules(settings: MessageSettings): z.input<typeof rulesForm> {
  const { language, quietFrom, quietTo, dayBeforeAt, thankYouAfterHours, perDay, perPerson } = settings;
  return {
    language,
    quietFrom,
    quietTo,
    dayBeforeAt,
    thankYouAfterHours: thankYouAfterHours.toString(),
    perDay: perDay.toString(),
    perPerson: perPerson.toString(),
  };
}

/** When messages are sent, how many, and in which language to people whose own is not known. */
export function MessageRules({ settings }: { settings: MessageSettings }) {
  const t = useTranslations('messageSettings.rules');
  const languageName = useLanguageName();
  const { form, notice, ...edited } = useMessageSettingsForm({
    settings,
    schema: rulesForm,
    recordOf: toRules,
    bodyOf: (rules) => rules,
    draft: 'messageRules',
    saved: t('saved'),
  });
  const { control } = form;
  const count = { control, inputMode: 'numeric', autoComplete: 'off' } as const;
  return (
    <SettingsForm edited={edited} texts={{ save: t('save') }}>
      {notice}
      <div>
        <div className={classes.pair}>
          <TimeField control={control} name="quietFrom" label={t('quietFrom')} />
          <TimeField control={control} name="quietTo" label={t('quietTo')} />
        </div>
        <p className="quiet">{t('quietWhy')}</p>
      </div>
      <div className={classes.pair}>
        <TimeField control={control} name="dayBeforeAt" label={t('dayBeforeAt')} />
        <TextField {...count} name="thankYouAfterHours" label={t('thankYouAfterHours')} maxLength={3} />
      </div>
      <div className={classes.pair}>
        <TextField {...count} name="perDay" label={t('perDay')} maxLength={6} />
        <TextField {...count} name="perPerson" label={t('perPerson')} maxLength={2} />
      </div>
      <SelectField
        control={control}
        name="language"
        label={t('language')}
        data={messageLanguages.map((value) => ({ value, label: languageName(value) }))}
      />
    </SettingsForm>
  );
}
