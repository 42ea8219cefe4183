/** Says that too much waits already, so that a call is refused with 503. */
export class TooBusyError extends Error {
  override name = 'TooBusyError';
}

/** Runs work once it is its turn. @throws TooBusyError when too much waits. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

type Waiter = { start: () => void; refuse: (error: TooBusyError) => void };

/**
 * Makes a limiter of how much runs at once; what exceeds it waits. Groups take turns, so that none holds up another; when no more may
 * wait, the newest of the longest group makes room for a shorter one. What may not wait, or made room, fails with a TooBusyError.
 *
 * @param running most at once.
 * @param waiting most that wait, `waitingPerGroup` of one group.
 * @returns `run`, or `acquire` and `release`.
 */
export function openLimiter(running: number, waiting: number, waitingPerGroup = waiting) {
  let active = 0;
  let queued = 0;
  // In the order of their turns.
  const groups = new Map<string, Waiter[]>();

  /** Each is followed by one `release`. @throws TooBusyError when too many wait. */
  async function acquire(group = ''): Promise<void> {
    if (active >= running) await turn(group);
    else active++;
  }

  function release(): void {
    const next = active > running ? undefined : takeNext();
    if (next) next.start();
    else active--;
  }

  // Whoever released it to wait for something else does not queue again.
  function reacquire(): void {
    active++;
  }

  async function run<T>(work: () => Promise<T>, group = ''): Promise<T> {
    await acquire(group);
    return work().finally(release);
  }

  return { acquire, release, reacquire, run, isEmpty: () => active === 0 };

  function turn(group: string): Promise<void> {
    const queue = groups.get(group) ?? [];
    if (queue.length >= waitingPerGroup) throw new TooBusyError();
    if (queued >= waiting) makeRoom(queue.length);
    queued++;
    groups.set(group, queue);
    return new Promise((start, refuse) => queue.push({ start, refuse }));
  }

  function makeRoom(own: number): void {
    let longest: { group: string; queue: Waiter[] } | undefined;
    for (const [group, queue] of groups)
      if (queue.length > (longest?.queue.length ?? own + 1)) longest = { group, queue };
    const refused = longest?.queue.pop();
    if (!refused) throw new TooBusyError();
    queued--;
    refused.refuse(new TooBusyError());
  }

  function takeNext(): Waiter | undefined {
    for (const [group, queue] of groups) {
      groups.delete(group);
      const waiter = queue.shift();
      if (queue.length > 0) groups.set(group, queue);
      queued--;
      return waiter;
    }
    return undefined;
  }
}
