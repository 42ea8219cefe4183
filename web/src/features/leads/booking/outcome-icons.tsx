import { IconUserCheck, IconUserX } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { IconButton } from '#web/ui/frame/buttons.tsx';
import { type OutcomeBooking, useOutcomeActions } from './use-outcome-actions.ts';

/** Says what became of a booking, for mouse and finger on its card or row; keys have those of the chosen one. */
export function OutcomeIcons({ booking }: { booking: OutcomeBooking }) {
  const t = useTranslations('bookingOutcomes.actions');
  const { arrive, stayAway } = useOutcomeActions(booking);
  const { name, outcome } = booking;
  const actions = [
    { key: 'arrived', run: arrive, Icon: IconUserCheck },
    { key: 'didNotCome', run: stayAway, Icon: IconUserX },
  ] as const;
  return actions.map(
    ({ key, run, Icon }) =>
      run && (
        <IconButton
          key={key}
          label={t(key, { name })}
          tabIndex={-1}
          aria-pressed={outcome === key}
          icon={<Icon size={16} stroke={1.75} />}
          onClick={run}
        />
      ),
  );
}
