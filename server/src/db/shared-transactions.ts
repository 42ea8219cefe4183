import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { isDatabaseAway, isDatabaseSlow, isLockHeld } from './failures.ts';
import { type Db, inTransaction } from './transaction.ts';

const lanes = 2;

// What one transaction does at most, so that nobody's rows are held for long.
const most = 50;

// How long a shared transaction waits for a row that somebody else holds, before each waits for itself.
const patience = '1s';

type Work<Item, Result> = (tx: Db, items: readonly Item[]) => Promise<PromiseSettledResult<Result>[]>;

type KeyOf<Item> = (item: Item) => string | undefined;

type Waiting<Item, Result> = {
  item: Item;
  resolve: (result: Result) => void;
  reject: (reason: unknown) => void;
};

/**
 * Makes work that arrives at the same time share a transaction: statements, locks, counters and the wait for the disk then cost once
 * what they would cost each. Nobody waits for company: what arrives while a lane is free begins at once.
 *
 * @param work does all that is given in one transaction, and settles each by itself. What it throws undoes the transaction, and each
 *   is then tried in one of its own, so that nobody suffers for what others bring, or waits for what others want.
 * @param keyOf what two of the same may not be in one transaction; undefined for what goes with everything.
 * @param options.rest milliseconds between the transactions of a lane, in which more comes together where much comes.
 * @returns a function that does one. In the transaction that `db` is, what is asked at once is done together, two of the same one
 *   after the other.
 */
export function shareTransactions<Item, Result>(
  work: Work<Item, Result>,
  keyOf: KeyOf<Item>,
  { rest = 0 }: { rest?: number } = {},
): (db: Db, item: Item) => Promise<Result> {
  const queues = new WeakMap<Db, (item: Item) => Promise<Result>>();
  return (db, item) => {
    const queue = queues.get(db) ?? (db.isTransaction ? openTurns : openQueue)(db, work, keyOf, rest);
    queues.set(db, queue);
    return queue(item);
  };
}

function openQueue<Item, Result>(
  db: Db,
  work: Work<Item, Result>,
  keyOf: KeyOf<Item>,
  rest: number,
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = [];
  let running = 0;

  async function run(): Promise<void> {
    running++;
    while (waiting.length > 0) {
      const { taken, left } = takeDistinct(waiting, keyOf, most);
      waiting = left;
      await settleTogether(taken);
      if (rest > 0) await wait(rest);
    }
    running--;
  }

  async function settleTogether(taken: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const outcomes = await inTransaction({ db }, async ({ db: tx }) => {
        await sql`select set_config('lock_timeout', ${patience}, true)`.execute(tx);
        return work(tx, itemsOf(taken));
      });
      settle(taken, outcomes);
    } catch (error) {
      const isOneToBlame = taken.length > 1 && !isDatabaseAway(error) && !isDatabaseSlow(error);
      const isEachTried = isOneToBlame || isLockHeld(error);
      for (const each of taken) {
        if (isEachTried) void settleAlone(each);
        else each.reject(error);
      }
    }
  }

  async function settleAlone(each: Waiting<Item, Result>): Promise<void> {
    await inTransaction({ db }, ({ db: tx }) => work(tx, [each.item])).then(
      (outcomes) => settle([each], outcomes),
      each.reject,
    );
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (running < lanes) void run();
    });
}

function openTurns<Item, Result>(
  tx: Db,
  work: Work<Item, Result>,
  keyOf: KeyOf<Item>,
): (item: Item) => Promise<Result> {
  let asked: Waiting<Item, Result>[] = [];

  async function run(): Promise<void> {
    let waiting = asked;
    asked = [];
    while (waiting.length > 0) {
      const { taken, left } = takeDistinct(waiting, keyOf, waiting.length);
      waiting = left;
      await work(tx, itemsOf(taken)).then(
        (outcomes) => settle(taken, outcomes),
        (error) => {
          for (const { reject } of taken) reject(error);
        },
      );
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      if (asked.push({ item, resolve, reject }) === 1) queueMicrotask(() => void run());
    });
}

function takeDistinct<Item, Result>(
  waiting: readonly Waiting<Item, Result>[],
  keyOf: KeyOf<Item>,
  count: number,
): Record<'taken' | 'left', Waiting<Item, Result>[]> {
  const keys = new Set<string>();
  const taken: Waiting<Item, Result>[] = [];
  const left: Waiting<Item, Result>[] = [];
  for (const each of waiting) {
    const key = keyOf(each.item);
    if (taken.length === count || (key !== undefined && keys.has(key))) left.push(each);
    else taken.push(each);
    if (key !== undefined) keys.add(key);
  }
  return { taken, left };
}

function itemsOf<Item, Result>(taken: readonly Waiting<Item, Result>[]): Item[] {
  return taken.map(({ item }) => item);
}

function settle<Item, Result>(
  taken: readonly Waiting<Item, Result>[],
  outcomes: readonly PromiseSettledResult<Result>[],
): void {
  for (const [place, { resolve, reject }] of taken.entries()) {
    const outcome = outcomes[place];
    if (outcome?.status === 'fulfilled') resolve(outcome.value);
    else reject(outcome?.reason);
  }
}
