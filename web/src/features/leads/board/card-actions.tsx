import { IconArrowsMove } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import type { Booking } from '#contract/bookings/booking.ts';
import { OutcomeIcons } from '#web/features/leads/booking/outcome-icons.tsx';
import { useOutcomeActions } from '#web/features/leads/booking/use-outcome-actions.ts';
import { useDialogs } from '#web/lib/url/use-dialogs.ts';
import { IconButton } from '#web/ui/frame/buttons.tsx';
import { openByKey } from '#web/ui/keys/key-buffer.ts';
import { useShortcut } from '#web/ui/keys/shortcuts.tsx';
import classes from './booking-card.module.css';
import { mayMoveBooking } from './use-move-booking.ts';

/** The actions of a booking for mouse and finger, on its card; keys have those of the chosen one. */
export function CardActions({ booking }: { booking: Booking }) {
  const t = useTranslations('bookings');
  const { openDialog } = useDialogs();
  return (
    <span className={classes.actions}>
      <OutcomeIcons booking={booking} />
      {mayMoveBooking(booking) && (
        <IconButton
          label={t('move', { name: booking.name })}
          tabIndex={-1}
          icon={<IconArrowsMove size={16} stroke={1.75} />}
          onClick={() => openDialog('lead.reschedule', booking._id)}
        />
      )}
    </span>
  );
}

/** Registers the keys that say that the customer of the chosen booking came or did not, and that move it. */
export function useBookingKeys(chosen: Booking | undefined): void {
  const t = useTranslations('bookings.keys');
  const outcomes = useTranslations('bookingOutcomes.keys');
  const { openDialog } = useDialogs();
  const { arrive, stayAway } = useOutcomeActions(chosen);
  useShortcut('a', outcomes('arrived'), () => arrive?.());
  useShortcut('d', outcomes('didNotCome'), () => stayAway?.());
  useShortcut('m', t('move'), () => {
    if (chosen && mayMoveBooking(chosen)) openByKey(() => openDialog('lead.reschedule', chosen._id));
  });
}
