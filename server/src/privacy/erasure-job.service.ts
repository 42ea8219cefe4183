import { open, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { recordAudit } from '#server/audit/audit.service.ts';
import type { Context } from '#server/context.ts';
import { filterStoredCustomers } from '#server/customers/erase-customer.service.ts';
import { beginErasure } from '#server/customers/erased-numbers.service.ts';
import { makeFolder } from '#server/db/embedded/data-folder.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Env } from '#server/env.ts';
import { defineJob, type JobKind } from '#server/jobs/jobs.service.ts';
import { deleteUnusedReasonCounts } from '#server/leads/bulk/erase-leads.service.ts';
import { workForATurn } from '#server/lib/batches.ts';
import { eraseNextRecords, erasureJobName, startErasure } from './erasure.service.ts';
import { findFinishedErasures } from './erasures.db.ts';
import { unmergeErasedCustomers } from './restored-merges.service.ts';

const head = [
  '# Customers who were erased, by their ids. After a restore of an older backup Pitlane erases them again when it starts,',
  '# as long as this file is there. It holds nothing about anybody.',
  '',
].join('\n');

const line = /^\S+ ([0-9a-f-]{36})$/;

type ErasedCustomer = { customer: string; at: Date };

async function readErasureList(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text.split('\n').flatMap((each) => line.exec(each)?.[1] ?? []);
}

async function extendErasureList(file: string, erased: readonly ErasedCustomer[]): Promise<void> {
  const known = new Set(await readErasureList(file));
  const missing = erased.filter(({ customer }) => !known.has(customer));
  if (missing.length === 0) return;
  await makeFolder(dirname(file));
  const list = await open(file, 'a', 0o600);
  try {
    const { size } = await list.stat();
    const lines = missing.map(({ customer, at }) => `${at.toISOString()} ${customer}\n`);
    await list.appendFile(`${size === 0 ? head : ''}${lines.join('')}`);
    await list.sync();
  } finally {
    await list.close();
  }
}

const batch = 100;

const listName = 'pitlane-erased-customers.txt';

/** Returns the path of the file with the list of erasures, which lies beside the daily backups or, without them, the data. */
export function getErasureListPath({ backupDir, dataDir }: Pick<Env, 'backupDir' | 'dataDir'>): string {
  return join(backupDir ?? dataDir, listName);
}

/**
 * Makes the job that erases one customer with their leads, in batches of a transaction each, and then completes the file of erased
 * customers, by which they are erased again after a restore.
 *
 * @param list the path of that file.
 */
export function erasureJob(context: Context, list: string): JobKind {
  return defineJob({
    name: erasureJobName,
    payload: z.strictObject({ customer: z.string() }),
    giveUpAfter: Number.POSITIVE_INFINITY,
    run: async (_id, { customer }, stopping) => {
      const next = async (inside: Context) => {
        await beginErasure(inside);
        return eraseNextRecords(inside, customer, batch);
      };
      if (!(await workForATurn(() => inTransaction(context, next), stopping))) return context.clock.now();
      await deleteUnusedReasonCounts(context);
      await completeErasureList(context, list);
      return undefined;
    },
  });
}

async function completeErasureList({ db }: Context, list: string): Promise<void> {
  const finished = await findFinishedErasures(db);
  await extendErasureList(
    list,
    finished.map(({ customer_id: customer, finished_at: at }) => ({ customer, at })),
  );
}

/** Completes the list of erasures, and queues the erasure of those whom a restored backup brought back; each is audited. */
export async function repeatErasures(context: Context, list: string): Promise<void> {
  await completeErasureList(context, list);
  const restored = await filterStoredCustomers(context, await readErasureList(list));
  await unmergeErasedCustomers(context, restored);
  for (const customer of restored) {
    await inTransaction(context, async (inside) => {
      await beginErasure(inside);
      await startErasure(inside, customer, null);
      await recordAudit(inside, { action: 'customerErased', actor: null, details: { customer } });
    });
  }
}
