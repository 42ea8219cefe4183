import { open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from '#server/db/embedded/data-folder.ts';

const head = [
  '# Customers who were erased, by their ids. After a restore of an older backup Pitlane erases them again when it starts,',
  '# as long as this file is there. It holds nothing about anybody.',
  '',
].join('\n');

const line = /^\S+ ([0-9a-f-]{36})$/;

export type ErasedCustomer = { customer: string; at: Date };

/** The list may be missing. */
export async function readErasureList(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text.split('\n').flatMap((each) => line.exec(each)?.[1] ?? []);
}

/** Adds those that it lacks, and returns once they are on disk. */
export async function extendErasureList(file: string, erased: readonly ErasedCustomer[]): Promise<void> {
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
