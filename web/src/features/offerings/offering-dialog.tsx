import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { textLength } from '#contract/business.ts';
import {
  checkOfferingDays,
  createOffering,
  createOfferingBody,
  editOffering,
  getOffering,
  type OfferingWithOpenLeads,
  offeringLimits,
  offeringTypes,
} from '#contract/offerings.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { mutate } from '#web/lib/api/mutate.ts';
import { useToday } from '#web/lib/dealer/dealer.queries.ts';
import type { DialogProps } from '#web/ui/dialog/dialog-host.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { RecordDialog } from '#web/ui/dialog/lazy-dialog.tsx';
import { DateField } from '#web/ui/field/date-time-fields.tsx';
import { SelectField, TextField } from '#web/ui/field/fields.tsx';
import { typedWholeNumber, writeWholeNumber } from '#web/ui/field/typed-number.ts';
import grid from '#web/ui/form/form-grid.module.css';
import { useForm } from '#web/ui/form/use-form.tsx';

const offeringForm = z
  .strictObject({
    ...createOfferingBody.shape,
    bookingMinutes: typedWholeNumber({ max: offeringLimits.bookingMinutes }),
    bookingsPerDay: typedWholeNumber({ max: offeringLimits.bookingsPerDay }),
  })
  .superRefine(checkOfferingDays);

/** Adds an offering, or edits the one with this id. */
export function OfferingDialog({ id, onClose }: DialogProps) {
  const t = useTranslations('offerings');
  const query = useQuery({
    ...endpointQuery(getOffering, { params: { id } }),
    enabled: id !== '',
  });
  if (!id) return <OfferingForm onClose={onClose} />;
  return (
    <RecordDialog query={query} title={t('update')} fields={2} onClose={onClose}>
      {(offering) => <OfferingForm offering={offering} onClose={onClose} />}
    </RecordDialog>
  );
}

function OfferingForm({ offering, onClose }: { offering?: OfferingWithOpenLeads; onClose: () => void }) {
  const t = useTranslations('offerings');
  const types = useTranslations('leads.types');
  const today = useToday();
  const { form, field, dialog } = useForm({
    schema: offeringForm,
    record: {
      type: offering?.type ?? 'service',
      name: offering?.name ?? '',
      location: offering?.location ?? '',
      startDate: offering?.startDate ?? '',
      endDate: offering?.endDate ?? '',
      bookingMinutes: writeWholeNumber(offering?.bookingMinutes),
      bookingsPerDay: writeWholeNumber(offering?.bookingsPerDay),
    },
    lastModifiedBy: offering?.lastModifiedBy,
    isNew: !offering,
    draft: `offering:${offering?._id ?? 'new'}`,
    nameOf: (field) => t(`fields.${field}`),
    save: ({ type, ...body }) =>
      offering
        ? mutate(editOffering, { params: { id: offering._id }, body })
        : mutate(createOffering, { body: { ...body, type } }),
    saved: t(offering ? 'updated' : 'created'),
    onClose,
  });
  const { setValue, clearErrors } = form;
  const { type, startDate } = useWatch({ control: form.control });
  const start = startDate && /^\d{4}-\d\d-\d\d$/.test(startDate) ? startDate : undefined;
  const isNeeded = { required: true, withAsterisk: false };

  const changeType = (chosen: string) => {
    if (chosen === 'campaign') return;
    const fields = ['location', 'startDate', 'endDate'] as const;
    for (const name of fields) setValue(name, '', { shouldDirty: true });
    clearErrors(fields);
  };

  return (
    <FormDialog
      {...dialog}
      title={t(offering ? 'update' : 'add')}
      submit={offering ? undefined : t('submit')}
    >
      <div className={grid.grid}>
        <SelectField
          {...field('type')}
          className={grid.wide}
          data={offeringTypes.map((value) => ({ value, label: types(value) }))}
          disabled={Boolean(offering)}
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
        {(['bookingMinutes', 'bookingsPerDay'] as const).map((name) => (
          <TextField
            key={name}
            {...field(name)}
            placeholder={t(`none.${name}`)}
            inputMode="numeric"
            maxLength={4}
            autoComplete="off"
          />
        ))}
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
            <DateField {...field('endDate')} {...isNeeded} today={today} from={start} minDate={start} />
          </>
        )}
      </div>
    </FormDialog>
  );
}
