import { createHash } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { z } from 'zod';
import { messages } from '#contract/call/messages.ts';
import type { collectionsManifest } from '#contract/reports.ts';
import { formatCsvHeader } from '#server/lib/csv/csv.ts';
import { CsvLines } from '#server/lib/csv/csv-lines.ts';
import { conflict, notFound } from '#server/lib/refusal.ts';
import { collections as allCollections, type Collection } from './collections.db.ts';
import {
  listCustomerCollections,
  selectCustomer,
  selectCustomerFiles,
  selectFilePart,
} from './customer-export.db.ts';
import type { ExportContext, ExportFile } from './exports.service.ts';

type Manifest = z.infer<typeof collectionsManifest>;
type Entry = Manifest['collections'][number];

const compressionLevel = 1;
const partBytes = 1_048_576;

const moments = [
  ...['createdAt', 'updatedAt', 'expiresAt', 'acceptedAt'],
  ...['tryAgainAt', 'correctedAt', 'undoneAt', 'mergedAt', 'lastContactAt', 'suggestedAt', 'at'],
  ...['bookedAt', 'endedAt', 'outcomeAt', 'confirmedAt', 'readyAt'],
];
const utc = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.(\d{1,3}))?\+00(?::00)?$/;

/** Makes a ZIP file of everything that is stored, from one moment. */
export async function exportCollections(context: ExportContext): Promise<ExportFile> {
  return { fileName: 'collections.zip', content: zipOf(context, allCollections) };
}

/**
 * Makes a ZIP file of everything stored of a customer, and of those merged into it, from one moment, with the files of their
 * enquiries.
 *
 * @throws Refusal 404, 409 if it is merged.
 */
export async function exportCustomer(context: ExportContext, customerId: string): Promise<ExportFile> {
  const [found] = await context.find(selectCustomer(customerId));
  if (!found) throw notFound();
  const { keptId, keptName } = found;
  if (keptId !== null) throw conflict(messages.customerMerged, { _id: keptId, name: keptName });
  const files = await context.find(selectCustomerFiles(customerId));
  return {
    fileName: `customer-${customerId}.zip`,
    content: zipOf(context, listCustomerCollections(customerId), files),
  };
}

type StoredFile = { id: string; bytes: number };

function zipOf(
  context: ExportContext,
  collections: readonly Collection[],
  files: readonly StoredFile[] = [],
): Readable {
  const createdAt = context.clock.now();
  const zip = new ZipFile();
  const output = new PassThrough();
  const manifest: Manifest = { createdAt: createdAt.toISOString(), collections: [] };
  const options = { mtime: createdAt, compressionLevel };
  let content: Readable | undefined;
  output.once('close', () => content?.destroy());
  const add = (name: string, open: () => AsyncGenerator<Buffer>) =>
    zip.addReadStreamLazy(name, options, (give) => {
      content = Readable.from(open(), { objectMode: false });
      content.once('error', (error) => output.destroy(error));
      give(null, content);
    });
  for (const collection of collections) {
    const file = `${collection.name}.csv`;
    add(file, () => {
      const entry: Entry = { name: collection.name, file, rows: 0, sha256: '' };
      manifest.collections.push(entry);
      return contentOf(context, collection, entry);
    });
  }
  for (const file of files) add(`files/${file.id}`, () => partsOf(context, file));
  zip.addReadStreamLazy('manifest.json', options, (give) => {
    context.release();
    give(null, Readable.from([Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)]));
  });
  zip.end();
  zip.once('error', (error: Error) => output.destroy(error));
  zip.outputStream.pipe(output);
  return output;
}

async function* contentOf({ copy }: ExportContext, { columns, select }: Collection, entry: Entry) {
  const hash = createHash('sha256');
  const header = formatCsvHeader(columns);
  hash.update(header);
  yield header;
  const lines = new CsvLines(columns.map((column) => (moments.includes(column) ? isoMoment : undefined)));
  for await (const piece of copy(select, lines)) {
    hash.update(piece);
    yield piece;
  }
  entry.rows = lines.rows;
  entry.sha256 = hash.digest('hex');
}

async function* partsOf({ find }: ExportContext, { id, bytes }: StoredFile) {
  for (let from = 0; from < bytes; from += partBytes)
    for (const { part } of await find(selectFilePart(id, from, partBytes))) yield part;
}

function isoMoment(text: string): string {
  const [, day, time, fraction = ''] = utc.exec(text) ?? [];
  return day ? `${day}T${time}.${fraction.padEnd(3, '0')}Z` : new Date(text).toISOString();
}
