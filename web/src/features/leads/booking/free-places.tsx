import { lazyPart } from '#web/ui/lazy/lazy-part.tsx';
import classes from './free-places.module.css';

/** The places of a day beside the fields in which it is chosen, and the next free one by Alt+N. */
export const FreePlaces = lazyPart(() => import('./day-places.tsx'), 'DayPlaces', {
  waiting: () => <div className={classes.places} aria-busy />,
  isRare: true,
});
