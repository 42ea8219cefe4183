import { createHash } from 'node:crypto';
import { PassThrough, Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';
import { ZipFile } from 'yazl';
import type { z } from 'zod';
import type { collectionsManifest } from '#contract/reports.ts';
import type { ExportContext, ExportFile } from '#server/exports/exports.service.ts';
import { csvOptions } from '#server/lib/csv.ts';
import { type Collection, collections, readCollection } from './collections.db.ts';

type Manifest = z.infer<typeof collectionsManifest>;

/** Everything as a zip archive of CSV files and a manifest, all from one moment, made while it is read. */
export async function exportCollections(context: ExportContext): Promise<ExportFile> {
  return { fileName: 'collections.zip', content: zipOf(context) };
}

function zipOf(context: ExportContext): Readable {
  const createdAt = context.clock.now();
  const zip = new ZipFile();
  const output = new PassThrough();
  const stop = new AbortController();
  output.once('close', () => stop.abort());
  const manifest: Manifest = { createdAt: createdAt.toISOString(), collections: [] };
  const feed = (source: Readable, into: Transform) => {
    pipeline(source, into, { signal: stop.signal }).catch((error: Error) => output.destroy(error));
    return into;
  };

  for (const collection of collections) {
    const file = `${collection.name}.csv`;
    zip.addReadStreamLazy(file, { mtime: createdAt }, (give) => {
      const entry = { name: collection.name, file, rows: 0, sha256: '' };
      manifest.collections.push(entry);
      const rows = Readable.from(cellsOf(context, collection, entry));
      const csv = stringify({ ...csvOptions, header: true, columns: [...collection.columns] });
      give(null, feed(feed(rows, csv), hashInto(entry)));
    });
  }
  zip.addReadStreamLazy('manifest.json', { mtime: createdAt }, (give) => {
    context.release();
    give(null, Readable.from([Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)]));
  });
  zip.end();
  zip.once('error', (error: Error) => output.destroy(error));
  zip.outputStream.pipe(output);
  return output;
}

async function* cellsOf({ db, checkReader }: ExportContext, collection: Collection, entry: { rows: number }) {
  for await (const rows of readCollection(db, collection)) {
    await checkReader();
    entry.rows += rows.length;
    yield* rows.map((row) => collection.columns.map((column) => cellOf(row[column])));
  }
}

/** Instants are ISO 8601, lists are separated by spaces, what is missing is empty. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  return Array.isArray(value) ? value.join(' ') : String(value);
}

/** Passes bytes on and leaves their SHA-256 with the entry. */
function hashInto(entry: { sha256: string }): Transform {
  const hash = createHash('sha256');
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk);
      done(null, chunk);
    },
    flush: (done) => {
      entry.sha256 = hash.digest('hex');
      done();
    },
  });
}
