import { type ComponentProps, useEffect, useEffectEvent, useRef, useState } from 'react';
import { lazyPart } from '#web/ui/lazy/lazy-part.tsx';
import type { DayPlaces as DayPlacesType } from './day-places.tsx';
import classes from './free-places.module.css';

type FreePlacesProps = Omit<ComponentProps<typeof DayPlacesType>, 'isNextWanted' | 'onNextKnown'> & {
  isShown?: boolean;
};

const DayPlaces = lazyPart(() => import('./day-places.tsx'), 'DayPlaces', { isRare: true });

/**
 * The places of a day, below the fields in which it is chosen. Alt+N anywhere in the form takes the next free one as soon as it is known,
 * unless a day, time or center is chosen meanwhile.
 *
 * @param isShown whether the places take room; without it, only once the next free one is wanted.
 */
export function FreePlaces({ isShown = true, ...props }: FreePlacesProps) {
  const box = useRef<HTMLDivElement>(null);
  const place = [props.wanted.serviceCenter, props.date, props.time].join(' ');
  // The place from which the next one is wanted.
  const [from, setFrom] = useState<string>();
  if (from !== undefined && from !== place) setFrom(undefined);
  const wantNext = useEffectEvent(() => {
    setFrom(place);
    DayPlaces.preload().catch(() => setFrom(undefined));
  });
  useEffect(() => {
    const form = box.current?.closest('form');
    const listen = (event: KeyboardEvent) => {
      if (!event.altKey || event.ctrlKey || event.metaKey || event.code !== 'KeyN') return;
      event.preventDefault();
      wantNext();
    };
    form?.addEventListener('keydown', listen);
    return () => form?.removeEventListener('keydown', listen);
  }, []);
  const isNextWanted = from === place;
  return (
    <div ref={box} className={classes.places} data-places="" hidden={!isShown && !isNextWanted}>
      {(isShown || isNextWanted) && (
        <DayPlaces {...props} isNextWanted={isNextWanted} onNextKnown={() => setFrom(undefined)} />
      )}
    </div>
  );
}
