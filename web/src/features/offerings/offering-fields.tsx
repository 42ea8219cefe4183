import { type FieldPath, type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import type { z } from 'zod';
import { textLength } from '#contract/business.ts';
import { type CreateOfferingBody, type createOfferingBody, offeringTypes } from '#contract/offerings.ts';
import { useToday } from '#web/lib/session/dealer.ts';
import { DateField } from '#web/ui/field/date-field.tsx';
import { type FieldOf, SelectField, TextField } from '#web/ui/field/fields.tsx';
import grid from '#web/ui/form/form-grid.module.css';

type Values = z.input<typeof createOfferingBody>;

type OfferingFieldsProps = {
  form: UseFormReturn<Values, unknown, CreateOfferingBody>;
  field: (name: FieldPath<Values>) => FieldOf<Values, CreateOfferingBody> & { label: string };
  /** Only a new one's type can be chosen. */
  isNew: boolean;
};

/** The fields of a service, campaign or parts item; only a campaign has a location and days. */
export function OfferingFields({ form, field, isNew }: OfferingFieldsProps) {
  const types = useTranslations('leads.types');
  const today = useToday();
  const { control, setValue, clearErrors } = form;
  const { type, startDate } = useWatch({ control });
  const isNeeded = { required: true, withAsterisk: false };

  // Campaign fields must not be saved with another type.
  const changeType = (chosen: string) => {
    if (chosen === 'campaign') return;
    const fields = ['location', 'startDate', 'endDate'] as const;
    for (const name of fields) setValue(name, '', { shouldDirty: true });
    clearErrors(fields);
  };

  return (
    <div className={grid.grid}>
      <SelectField
        {...field('type')}
        className={grid.wide}
        data={offeringTypes.map((value) => ({ value, label: types(value) }))}
        disabled={!isNew}
        onChoose={changeType}
      />
      <TextField
        {...field('name')}
        {...isNeeded}
        className={grid.wide}
        data-autofocus
        maxLength={textLength.name}
        autoComplete="off"
      />
      {type === 'campaign' && (
        <>
          <TextField
            {...field('location')}
            {...isNeeded}
            className={grid.wide}
            maxLength={textLength.line}
            autoComplete="off"
          />
          <DateField {...field('startDate')} {...isNeeded} today={today} />
          <DateField
            {...field('endDate')}
            {...isNeeded}
            today={today}
            minDate={startDate && /^\d{4}-\d\d-\d\d$/.test(startDate) ? startDate : undefined}
          />
        </>
      )}
    </div>
  );
}
