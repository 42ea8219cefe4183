import { Refusal } from '#server/lib/refusal.ts';
import type { RequestLimits } from './limits.ts';

const secondsUntilRetry = 5;

/** The share of one call in the memory for uploads. */
export type UploadShare = {
  /** @throws Refusal 503 when all uploads, or those of strangers, would hold too much. */
  take(bytes: number, isKnown: boolean): void;
  release(): void;
};

/**
 * Makes a budget that bounds the bytes of all uploads in this process; strangers get only a part.
 *
 * @returns a function that opens the share of one call, which throws a Refusal 503 for bytes beyond the budget.
 */
export function createUploadBudget({
  uploadBytes,
  strangerUploadBytes,
}: Pick<RequestLimits, 'uploadBytes' | 'strangerUploadBytes'>) {
  let held = 0;
  let heldByStrangers = 0;
  return function openShare(): UploadShare {
    let own = 0;
    let ownAsStranger = 0;
    return {
      take: (bytes, isKnown) => {
        const isFull =
          held + bytes > uploadBytes || (!isKnown && heldByStrangers + bytes > strangerUploadBytes);
        if (isFull) {
          throw new Refusal('unavailable', 'Too many uploads at the moment. Try again shortly.', {
            retryAfter: secondsUntilRetry,
          });
        }
        held += bytes;
        own += bytes;
        if (isKnown) return;
        heldByStrangers += bytes;
        ownAsStranger += bytes;
      },
      release: () => {
        held -= own;
        heldByStrangers -= ownAsStranger;
        own = 0;
        ownAsStranger = 0;
      },
    };
  };
}
