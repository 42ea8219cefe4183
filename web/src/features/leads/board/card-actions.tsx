import { IconArrowsMove, IconUserCheck, IconUserX } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import type { Booking } from '#contract/bookings/booking.ts';
import { useBookingOutcome } from '#web/features/leads/booking/use-booking-outcome.ts';
import { useToday } from '#web/lib/dealer/dealer.queries.ts';
import { useDialogs } from '#web/lib/url/use-dialogs.ts';
import { IconButton } from '#web/ui/frame/buttons.tsx';
import { useShortcut } from '#web/ui/keys/shortcuts.tsx';
import classes from './booking-card.module.css';
import { mayMoveBooking } from './use-move-booking.ts';

const noBooking = { _id: '', name: '' };

/** Returns what can be done with a booking: say what became of it once its day has come, and move it. */
function useBookingActions(booking: Booking | undefined) {
  const today = useToday();
  const { openDialog } = useDialogs();
  const { run, isPending } = useBookingOutcome(booking ?? noBooking);
  if (!booking || isPending) return {};
  const { _id, outcome, date } = booking;
  const hasCome = date <= today && outcome !== 'done';
  const arrive = () =>
    void run({ body: { outcome: outcome === 'arrived' ? 'expected' : 'arrived' }, before: outcome });
  const stayAway = () =>
    outcome === 'didNotCome'
      ? void run({ body: { outcome: 'expected' }, before: outcome })
      : openDialog('booking.didNotCome', _id);
  return {
    arrive: hasCome ? arrive : undefined,
    stayAway: hasCome ? stayAway : undefined,
    move: mayMoveBooking(booking) ? () => openDialog('lead.reschedule', _id) : undefined,
  };
}

/** The actions of a booking, on its card. By keys, {@link useBookingKeys} offers the same for the focused one. */
export function CardActions({ booking }: { booking: Booking }) {
  const t = useTranslations('bookings');
  const { arrive, stayAway, move } = useBookingActions(booking);
  const { name, outcome } = booking;
  const actions = [
    { key: 'arrived', run: arrive, Icon: IconUserCheck, isOn: outcome === 'arrived' },
    { key: 'didNotCome', run: stayAway, Icon: IconUserX, isOn: outcome === 'didNotCome' },
    { key: 'move', run: move, Icon: IconArrowsMove, isOn: undefined },
  ] as const;
  return (
    <span className={classes.actions}>
      {actions.map(
        ({ key, run, Icon, isOn }) =>
          run && (
            <IconButton
              key={key}
              label={t(`actions.${key}`, { name })}
              tabIndex={-1}
              aria-pressed={isOn}
              icon={<Icon size={16} stroke={1.75} />}
              onClick={run}
            />
          ),
      )}
    </span>
  );
}

/** Lets keys act on a booking: the one that {@link findActiveBooking} finds. */
export function useBookingKeys(chosen: Booking | undefined): void {
  const t = useTranslations('bookings.keys');
  const { arrive, stayAway, move } = useBookingActions(chosen);
  useShortcut('a', t('arrived'), () => arrive?.());
  useShortcut('d', t('didNotCome'), () => stayAway?.());
  useShortcut('m', t('move'), () => move?.());
}
