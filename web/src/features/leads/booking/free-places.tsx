import { type ComponentProps, useEffect, useEffectEvent, useRef, useState } from 'react';
import { lazyPart } from '#web/ui/lazy/lazy-part.tsx';
import type { DayPlaces as DayPlacesType } from './day-places.tsx';
import classes from './free-places.module.css';

type FreePlacesProps = Omit<ComponentProps<typeof DayPlacesType>, 'isNextWanted' | 'onNextKnown'>;

const DayPlaces = lazyPart(() => import('./day-places.tsx'), 'DayPlaces', { isRare: true });

/**
 * The places of a day, below the fields in which it is chosen. Alt+N anywhere in the form takes the next free one as soon as it is known,
 * unless a day, time or center is chosen meanwhile.
 */
export function FreePlaces(props: FreePlacesProps) {
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
  return (
    <div ref={box} className={classes.places}>
      <DayPlaces {...props} isNextWanted={from === place} onNextKnown={() => setFrom(undefined)} />
    </div>
  );
}
