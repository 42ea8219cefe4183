import {
  type FileFault,
  type ImportTable,
  type TableRow,
  UnreadableFile,
} from '#server/imports/files/table.ts';
import { openLimiter } from '#server/lib/limit.ts';
import { TooCostlyError } from '#server/lib/workers/worker-pool.ts';
import { openWorkerThread } from '#server/lib/workers/worker-thread.ts';

/** A file for the thread that reads it. */
export type TableFile = { path: string; headerRow: number | undefined };

/** A question to the thread: to open the file, to begin its rows anew, or for the next ones. */
export type TableQuestion = 'open' | 'begin' | 'next';

/** The answer of the thread. */
export type TableAnswer = {
  file?: Omit<ImportTable, 'rows'>;
  rows?: TableRow[];
  isLast?: true;
  fault?: FileFault;
  values?: Record<string, number>;
};

// The limits of a thread, which reads one file: the time to open it or to give its next rows, and the memory.
const limits = { timeMs: 60_000, memoryMb: 256 };

const turns = openLimiter(4, 100);

type OpenTable = {
  table: ImportTable;
  close: () => Promise<void>;
};

/**
 * Opens a file in a thread of its own, which reads it as its rows are asked for, so that no file keeps anybody waiting; the caller
 * closes it. One pass over its rows at a time.
 *
 * @throws UnreadableFile also for what takes too much time or memory, TooBusyError.
 */
export async function readTable(path: string, headerRow?: number): Promise<OpenTable> {
  await turns.acquire();
  const data: TableFile = { path, headerRow };
  const thread = openWorkerThread(new URL('./table-thread.ts', import.meta.url), data, limits);
  let isOpen = true;
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    await thread.close();
    turns.release();
  };

  async function ask(question: TableQuestion): Promise<TableAnswer> {
    const answer = await thread.ask<TableAnswer>(question).catch((error: unknown) => {
      throw error instanceof TooCostlyError ? new UnreadableFile('fileTooCostly') : error;
    });
    if (answer.fault) throw new UnreadableFile(answer.fault, answer.values);
    return answer;
  }

  async function* rows(): AsyncGenerator<TableRow> {
    await ask('begin');
    for (;;) {
      const { rows = [], isLast } = await ask('next');
      yield* rows;
      if (isLast) return;
    }
  }

  try {
    const { file } = await ask('open');
    if (!file) throw new Error('A table that was not opened');
    return { table: { ...file, rows }, close };
  } catch (error) {
    await close();
    throw error;
  }
}
