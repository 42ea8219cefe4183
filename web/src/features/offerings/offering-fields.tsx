import type { Control } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { textLength } from '#contract/business.ts';
import { type CreateOfferingBody, offeringTypes } from '#contract/offerings.ts';
import { useToday } from '#web/lib/dealer.ts';
import { DateField } from '#web/ui/date-field.tsx';
import { SelectField, TextField } from '#web/ui/fields.tsx';
import grid from '#web/ui/form-grid.module.css';
import type { OfferingFormInput } from './offering-form.ts';

type OfferingFieldsProps = {
  control: Control<OfferingFormInput, unknown, CreateOfferingBody>;
  type: OfferingFormInput['type'];
  /** The end is not before it. */
  startDate: string;
  /** The type can be chosen; later it stays what it is. */
  isNew: boolean;
  onType: (type: string) => void;
};

/** The fields of a service, campaign or parts item; only a campaign has a location and days. */
export function OfferingFields({ control, type, startDate, isNew, onType }: OfferingFieldsProps) {
  const t = useTranslations('offerings');
  const types = useTranslations('leads.types');
  const today = useToday();
  const isNeeded = { required: true, withAsterisk: false };
  return (
    <div className={grid.grid}>
      <SelectField
        control={control}
        name="type"
        label={t('fields.type')}
        className={grid.wide}
        data={offeringTypes.map((value) => ({ value, label: types(value) }))}
        disabled={!isNew}
        onChoose={onType}
      />
      <TextField
        control={control}
        name="name"
        label={t('fields.name')}
        {...isNeeded}
        className={grid.wide}
        data-autofocus
        maxLength={textLength.name}
        autoComplete="off"
      />
      {type === 'campaign' && (
        <>
          <TextField
            control={control}
            name="location"
            label={t('fields.location')}
            {...isNeeded}
            className={grid.wide}
            maxLength={textLength.line}
            autoComplete="off"
          />
          <DateField
            control={control}
            name="startDate"
            label={t('fields.startDate')}
            {...isNeeded}
            today={today}
          />
          <DateField
            control={control}
            name="endDate"
            label={t('fields.endDate')}
            {...isNeeded}
            today={today}
            minDate={/^\d{4}-\d\d-\d\d$/.test(startDate) ? startDate : undefined}
          />
        </>
      )}
    </div>
  );
}
