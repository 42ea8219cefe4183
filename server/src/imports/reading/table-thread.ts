import { workerData } from 'node:worker_threads';
import { openTable } from '#server/imports/files/open-table.ts';
import { type ImportTable, type TableRow, UnreadableFile } from '#server/imports/files/table.ts';
import { answerQuestions } from '#server/lib/workers/answer-questions.ts';
import type { TableAnswer, TableFile, TableQuestion } from './read-table.service.ts';

/** Rows and characters that are passed on together; a row may have more characters than these. */
const batch = { rows: 200, characters: 500_000 } as const;

const { path, headerRow }: TableFile = workerData;
let table: ImportTable | undefined;
let rows: AsyncIterator<TableRow> | undefined;

answerQuestions(async (question: TableQuestion): Promise<TableAnswer> => {
  try {
    table ??= await openTable(path, headerRow);
    if (question === 'open') {
      const { rows: _, ...file } = table;
      return { file };
    }
    if (question === 'begin') {
      await rows?.return?.();
      rows = table.rows()[Symbol.asyncIterator]();
      return {};
    }
    return await nextRows();
  } catch (error) {
    if (error instanceof UnreadableFile) return { fault: error.fault, values: error.values };
    throw error;
  }
});

async function nextRows(): Promise<TableAnswer> {
  const taken: TableRow[] = [];
  for (let characters = 0; taken.length < batch.rows && characters < batch.characters; ) {
    const next = await rows?.next();
    if (!next || next.done) return { rows: taken, isLast: true };
    taken.push(next.value);
    characters += next.value.cells.reduce((sum, cell) => sum + cell.length, 0);
  }
  return { rows: taken };
}
