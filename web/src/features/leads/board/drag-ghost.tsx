import type { Ref } from 'react';
import { createPortal } from 'react-dom';
import { useTranslations } from 'use-intl';
import { useFormatPlace } from '#web/lib/bookings/use-format-place.ts';
import classes from './board.module.css';
import type { Drag } from './use-drag.ts';

type DragGhostProps = { drag: Drag; hasOtherCenters: boolean; ref: Ref<HTMLDivElement> };

/** Follows the pointer with the booking that is dragged, and says where it would go or why not. */
export function DragGhost({ drag: { booking, drop }, hasOtherCenters, ref }: DragGhostProps) {
  const t = useTranslations('bookings');
  const { place: formatPlace } = useFormatPlace();
  const describe = () => {
    if (drop?.verdict === 'past') return t('dropRefusals.past');
    if (drop?.verdict !== 'taken') return t(hasOtherCenters ? 'draggingToCenters' : 'dragging');
    const when = formatPlace(drop.place);
    const { _id, name } = drop.place.serviceCenter;
    return _id === booking.serviceCenter._id ? when : t('dropAt', { when, center: name });
  };
  return createPortal(
    <div ref={ref} className={classes.ghost} aria-hidden>
      <p className="heading one-line">{booking.name}</p>
      <p className={drop?.verdict === 'past' ? 'danger' : undefined}>{describe()}</p>
    </div>,
    document.body,
  );
}
