import { useTranslations } from 'use-intl';
import type { Booking } from '#contract/bookings/booking.ts';
import type { Lead } from '#contract/leads/leads.ts';
import { useDialogs } from '#web/lib/url/use-dialogs.ts';
import { KeyButton } from '#web/ui/keys/key-button.tsx';
import classes from './outcome-buttons.module.css';
import { useBookingOutcome, useBookingReady } from './use-booking-outcome.ts';

type BookingOutcomeButtonsProps = {
  lead: Pick<Lead, '_id' | 'name'>;
  booking: Pick<Booking, 'outcome' | 'readyAt'>;
};

/** The buttons that set the outcome of a booking whose day has come. Pressed again, one takes its outcome back. */
export function BookingOutcomeButtons({ lead, booking }: BookingOutcomeButtonsProps) {
  const t = useTranslations('bookingOutcomes');
  const { openDialog } = useDialogs();
  const { outcome, readyAt } = booking;
  const change = useBookingOutcome(lead);
  const ready = useBookingReady(lead);
  const isBusy = change.isPending || ready.isPending;
  const press = (pressed: 'arrived' | 'didNotCome') => {
    if (outcome === pressed) void change.run('expected');
    else if (pressed === 'arrived') void change.run(pressed);
    else openDialog('booking.didNotCome', lead._id);
  };
  return (
    <fieldset className={classes.outcomes}>
      <legend className="visually-hidden">{t('label')}</legend>
      {outcome !== 'done' && (
        <>
          <KeyButton
            isSmall
            shortcut="a"
            label={t('outcomes.arrived')}
            isPressed={outcome === 'arrived'}
            disabled={isBusy}
            onPress={() => press('arrived')}
          />
          <KeyButton
            isSmall
            shortcut="d"
            label={t('outcomes.didNotCome')}
            isPressed={outcome === 'didNotCome'}
            disabled={isBusy}
            onPress={() => press('didNotCome')}
          />
        </>
      )}
      {(outcome === 'arrived' || outcome === 'done') && (
        <KeyButton
          isSmall
          shortcut="y"
          label={t('ready')}
          isPressed={readyAt !== null}
          disabled={isBusy}
          onPress={() => void ready.run(readyAt === null)}
        />
      )}
    </fieldset>
  );
}
