import { sql } from 'kysely';
import { isDatabaseAway, isDatabaseSlow, isLockHeld } from './failures.ts';
import { type Db, inTransaction } from './transaction.ts';

/** Transactions of one kind that a process runs at a time: while one waits for the disk, the other one works. */
const lanes = 2;

/** What one transaction does at most, so that nobody's rows are held for long. */
const most = 50;

/** How long a shared transaction waits for a row that somebody else holds, before each waits for itself. */
const patience = '1s';

type Waiting<Item, Result> = {
  item: Item;
  resolve: (result: Result) => void;
  reject: (reason: unknown) => void;
};

/**
 * Has work that arrives at the same time share a transaction: statements, locks, counters and the wait for the disk then
 * cost once what they would cost each. Nobody waits for company: what arrives while a lane is free begins at once.
 *
 * @param work does all that is given in one transaction, and settles each by itself. What it throws undoes the transaction,
 *   and each is then tried in one of its own, so that nobody suffers for what others bring, or waits for what others want.
 * @param keyOf what two of the same may not be in one transaction; undefined for what goes with everything.
 * @returns a function that does one, in the transaction that `db` is if it is one.
 */
export function sharedTransactions<Item, Result>(
  work: (tx: Db, items: readonly Item[]) => Promise<PromiseSettledResult<Result>[]>,
  keyOf: (item: Item) => string | undefined,
): (db: Db, item: Item) => Promise<Result> {
  const queues = new WeakMap<Db, ReturnType<typeof openQueue<Item, Result>>>();
  const alone = async (db: Db, item: Item): Promise<Result> =>
    inTransaction(db, async (tx) => {
      const [outcome] = await work(tx, [item]);
      if (outcome?.status === 'fulfilled') return outcome.value;
      throw outcome?.reason;
    });
  return (db, item) => {
    if (db.isTransaction) return alone(db, item);
    const queue = queues.get(db) ?? openQueue(db, work, keyOf, alone);
    queues.set(db, queue);
    return queue(item);
  };
}

function openQueue<Item, Result>(
  db: Db,
  work: (tx: Db, items: readonly Item[]) => Promise<PromiseSettledResult<Result>[]>,
  keyOf: (item: Item) => string | undefined,
  alone: (db: Db, item: Item) => Promise<Result>,
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = [];
  let running = 0;

  function take(): Waiting<Item, Result>[] {
    const keys = new Set<string>();
    const taken: Waiting<Item, Result>[] = [];
    const left: Waiting<Item, Result>[] = [];
    for (const each of waiting) {
      const key = keyOf(each.item);
      if (taken.length === most || (key !== undefined && keys.has(key))) left.push(each);
      else taken.push(each);
      if (key !== undefined) keys.add(key);
    }
    waiting = left;
    return taken;
  }

  async function run(): Promise<void> {
    running++;
    while (waiting.length > 0) await settle(take());
    running--;
  }

  async function settle(taken: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const items = taken.map(({ item }) => item);
      const outcomes = await inTransaction(db, async (tx) => {
        await sql`select set_config('lock_timeout', ${patience}, true)`.execute(tx);
        return work(tx, items);
      });
      for (const [place, { resolve, reject }] of taken.entries()) {
        const outcome = outcomes[place];
        if (outcome?.status === 'fulfilled') resolve(outcome.value);
        else reject(outcome?.reason);
      }
    } catch (error) {
      const isOneToBlame = taken.length > 1 && !isDatabaseAway(error) && !isDatabaseSlow(error);
      for (const { item, resolve, reject } of taken) {
        if (isOneToBlame || isLockHeld(error)) void alone(db, item).then(resolve, reject);
        else reject(error);
      }
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (running < lanes) void run();
    });
}
