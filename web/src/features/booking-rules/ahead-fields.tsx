import { useTranslations } from 'use-intl';
import { SelectField, TextField } from '#web/ui/field/fields.tsx';
import classes from './booking-rules.module.css';
import { noticeUnits, type RulesForm } from './rules-values.ts';

/** How far ahead and with how much notice one books. */
export function AheadFields({ form: { control } }: { form: RulesForm }) {
  const t = useTranslations('bookingRules');
  return (
    <div className={classes.ahead}>
      <TextField
        control={control}
        name="daysAhead"
        label={t('daysAhead')}
        placeholder={t('anyNumber')}
        inputMode="numeric"
        maxLength={3}
        autoComplete="off"
      />
      <TextField
        control={control}
        name="notice"
        label={t('notice')}
        placeholder={t('noNotice')}
        inputMode="numeric"
        maxLength={5}
        autoComplete="off"
      />
      <SelectField
        control={control}
        name="noticeUnit"
        label={t('noticeUnit')}
        data={noticeUnits.map((value) => ({ value, label: t(`units.${value}`) }))}
      />
    </div>
  );
}
