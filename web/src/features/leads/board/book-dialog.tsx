import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { maxDaysAhead } from '#contract/business.ts';
import { listOwnServiceCenters } from '#contract/service-centers.ts';
import { addDays } from '#contract/text/dates.ts';
import { FreePlaces } from '#web/features/leads/booking/free-places.tsx';
import type { LeadFormInput } from '#web/features/leads/form/lead-form.ts';
import { LeadInputs } from '#web/features/leads/form/lead-inputs.tsx';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { useToday } from '#web/lib/dealer/dealer.queries.ts';
import type { DialogProps } from '#web/ui/dialog/dialog-host.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { DateField, TimeField } from '#web/ui/field/date-time-fields.tsx';
import grid from '#web/ui/form/form-grid.module.css';
import { isFocusLost } from '#web/ui/keys/focus-return.ts';
import classes from './book-dialog.module.css';
import { type BookedPlace, readBookDialogId } from './book-place.ts';
import { FindCustomer, findCustomerField } from './find-customer.tsx';
import { KnownCustomer } from './known-customer.tsx';
import { type ChosenCustomer, useBookForm } from './use-book-form.ts';

const newInputs = ['name', 'phone', 'vehicleNumber', 'serviceOrCampaign', 'notes'] as const;

/** The dialog that books a place: it finds the customer, or adds a new one. */
export function BookDialog({ id, onClose }: DialogProps) {
  const place = readBookDialogId(id);
  const isWrong = place === undefined;
  useEffect(() => {
    if (isWrong) onClose();
  }, [isWrong, onClose]);
  return place && <BookForm place={place} onClose={onClose} />;
}

function BookForm({ place, onClose }: { place: BookedPlace; onClose: () => void }) {
  const t = useTranslations('bookings.dialog');
  const bookings = useTranslations('bookings');
  const status = useTranslations('leadStatus');
  const today = useToday();
  const { data: centers } = useQuery(endpointQuery(listOwnServiceCenters));
  const center = centers?.find(({ _id }) => _id === place.center)?.name ?? '';
  const { form, dialog, chosen, choose } = useBookForm(place, onClose);
  const { control, watch, setValue, clearErrors } = form;
  const isThere = chosen?.kind === 'lead' || chosen?.kind === 'added';
  const [looked, setLooked] = useState('');
  const fields = useRef<HTMLDivElement>(null);
  const focusNext = useEffectEvent(() => {
    const name = chosen ? findNeeded(isThere, form.getValues()) : findCustomerField;
    const field = fields.current?.closest('form')?.querySelector<HTMLInputElement>(`[name="${name}"]`);
    field?.focus();
    if (!chosen) field?.select();
  });
  const shown = useRef(chosen);
  // The field or button that has chosen is gone; what adds somebody leaves the focus where it is.
  useEffect(() => {
    if (shown.current === chosen) return;
    shown.current = chosen;
    if (chosen?.kind !== 'added' || isFocusLost()) focusNext();
  }, [chosen]);
  return (
    <FormDialog
      {...dialog}
      title={bookings('book')}
      submit={bookings('book')}
      isSubmitDisabled={chosen === undefined}
      notice={center && <p className="quiet">{t('where', { center })}</p>}
    >
      {chosen === undefined ? (
        <FindCustomer center={place.center} typed={looked} onType={setLooked} onChoose={choose} />
      ) : (
        <>
          <ChosenLine
            chosen={chosen}
            center={place.center}
            centerName={center}
            onOther={() => choose(undefined)}
          />
          {!isThere && (
            <LeadInputs
              form={form}
              inputs={newInputs}
              afterPhone={
                chosen.kind === 'new' && <KnownCustomer form={form} center={place.center} onChoose={choose} />
              }
            />
          )}
        </>
      )}
      <div ref={fields} className={`${grid.grid} ${classes.place}`}>
        <DateField
          control={control}
          name="appointmentDate"
          label={status('fields.appointmentDate')}
          data-autofocus={isThere || undefined}
          required
          today={today}
          minDate={today}
          maxDate={addDays(today, maxDaysAhead)}
        />
        <TimeField control={control} name="appointmentTime" label={status('fields.appointmentTime')} />
        {chosen && (
          <FreePlaces
            wanted={toWanted(place.center, chosen, watch('serviceOrCampaign') || undefined)}
            date={watch('appointmentDate') ?? ''}
            time={watch('appointmentTime') ?? ''}
            onChoose={({ date, time }) => {
              setValue('appointmentDate', date, { shouldDirty: true });
              setValue('appointmentTime', time, { shouldDirty: true });
              clearErrors();
            }}
          />
        )}
      </div>
    </FormDialog>
  );
}

function findNeeded(isThere: boolean, values: LeadFormInput): keyof LeadFormInput {
  const ofPlace = ['appointmentDate', 'appointmentTime'] as const;
  const needed = isThere ? ofPlace : (['name', 'phone', ...ofPlace, 'vehicleNumber'] as const);
  return needed.find((name) => !values[name]) ?? (isThere ? 'appointmentDate' : 'vehicleNumber');
}

function toWanted(serviceCenter: string, chosen: ChosenCustomer, typed: string | undefined) {
  if (chosen.kind === 'new' || chosen.kind === 'known') return { serviceCenter, offering: typed };
  return { serviceCenter, offering: chosen.lead.serviceOrCampaign?._id, lead: chosen.lead._id };
}

type ChosenLineProps = { chosen: ChosenCustomer; center: string; centerName: string; onOther: () => void };

function ChosenLine({ chosen, center, centerName, onOther }: ChosenLineProps) {
  const t = useTranslations('bookings.dialog');
  if (chosen.kind === 'added') return <p>{t('added', { name: chosen.lead.name })}</p>;
  const { name, phone } =
    chosen.kind === 'lead' ? chosen.lead : chosen.kind === 'known' ? chosen.person : { name: '', phone: '' };
  const from = chosen.kind === 'lead' ? chosen.lead.serviceCenter : undefined;
  return (
    <div className="stack">
      <p className="at-ends">
        <strong>{name ? t('person', { name, phone }) : t('newCustomer')}</strong>
        <button type="button" className="text-action" onClick={onOther}>
          {t('other')}
        </button>
      </p>
      {from && from._id !== center && <p>{t('movesCenter', { from: from.name, to: centerName })}</p>}
    </div>
  );
}
