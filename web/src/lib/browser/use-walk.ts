import { useEffect, useEffectEvent, useRef } from 'react';
import { lastPressAt } from './press.ts';

type WalkOptions = {
  // Still to be done, as far as the last read knows.
  isWaiting: (id: string) => boolean;
  // Can come to the front: by default whatever waits.
  isFree?: (id: string) => boolean;
  // When what `isWaiting` knows was read; 0 for never.
  readAt: number;
  // The last read counts for a record that comes to the front. Otherwise only what is read from then on does: where many work on the
  // same records, one that a colleague has just taken is passed by itself.
  trustsLastRead?: boolean;
  // What becomes of the record in front is the user's own doing.
  isDeciding?: boolean;
  // They have begun something there that is not finished.
  isHeld?: boolean;
  onPass: () => void;
};

type Front = { id: string; since: number; wasWaiting: boolean };

/**
 * A walk through records of which one is in front. What somebody else does to that one never takes it away: it stays, as `isGone`, until
 * the user goes on. Only a record that was done before it came to the front, as one that an old link opens, is passed by itself, and
 * only while nothing has been pressed since.
 *
 * @param ids in the order of the walk.
 */
export function useWalk(
  ids: readonly string[],
  current: string,
  { isWaiting, isFree = isWaiting, readAt, trustsLastRead, isDeciding, isHeld, onPass }: WalkOptions,
) {
  const arrive = (id: string): Front => ({
    id,
    since: Date.now(),
    wasWaiting: trustsLastRead === true && readAt > 0 && isWaiting(id),
  });
  const front = useRef<Front>(undefined);
  if (front.current?.id !== current) front.current = arrive(current);
  const shown = front.current;
  const isRead = readAt > shown.since;
  if (isRead && isWaiting(current)) shown.wasWaiting = true;
  const isGone = isRead && !isWaiting(current) && !isDeciding;
  const isPassing = isGone && !isHeld && !shown.wasWaiting && lastPressAt() <= shown.since;

  const pass = useEffectEvent(onPass);
  useEffect(() => {
    if (isPassing) pass();
  }, [isPassing]);

  const index = ids.indexOf(current);
  return {
    index,
    isGone: isGone && !isPassing,
    /** Notes that a record comes to the front now, even if it is there already. */
    arrive(id: string): void {
      front.current = arrive(id);
    },
    isInFront: (id: string): boolean => front.current?.id === id,
    /** @returns the nearest one that is free, and those on the way to it that are not. */
    find(step: 1 | -1): { id: string | undefined; passed: string[] } {
      const passed: string[] = [];
      for (let at = index + step; at >= 0 && at < ids.length; at += step) {
        const id = ids[at] ?? '';
        if (isFree(id)) return { id, passed };
        passed.push(id);
      }
      return { id: undefined, passed };
    },
  };
}
