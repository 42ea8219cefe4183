import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline as pipe } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { z } from 'zod';
import { syncFolder } from '#server/db/embedded/data-folder.ts';
import { getErrorCode, StartError } from '#server/lib/errors.ts';
import { ByteReader } from './byte-reader.ts';
import { ageHeader, decryptStream, encryptStream } from './encryption.ts';

const format = 1;
const longestHeader = 1024 * 1024;
const checksumSize = 32;
const sizeSize = 4;

const Format = z.object({ pitlaneBackup: z.number() });
const Header = z.object({
  pitlaneBackup: z.literal(format),
  pitlane: z.string(),
  takenAt: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int() })),
});

type BackupHeader = Omit<z.infer<typeof Header>, 'pitlaneBackup'>;

/**
 * How a backup file is written or read. It is written encrypted if there is a passphrase. It is read if it is encrypted with the
 * passphrase or, with `allowPlain`, if it is not encrypted.
 */
export type BackupFileOptions = { passphrase: string | undefined; signal: AbortSignal; allowPlain?: boolean };

type BackupPieces = AsyncIterable<Buffer>;

/**
 * Writes a backup into a new file: the header as a line of JSON, the pieces, compressed, and the SHA-256 of both. The file has its
 * name once it is whole and on disk.
 *
 * @returns its size in bytes.
 * @throws StartError when the file is there or cannot be written.
 */
export async function writeBackupFile(
  file: string,
  header: BackupHeader,
  pieces: BackupPieces,
  { passphrase, signal }: BackupFileOptions,
): Promise<number> {
  const partial = `${file}.partial`;
  let isOpen = false;
  try {
    // Anybody may have made it, to read what is written into it.
    const output = await open(partial, 'wx', 0o600);
    isOpen = true;
    await pipeline(
      framed(pieces),
      createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } }),
      sealed(`${JSON.stringify({ pitlaneBackup: format, ...header })}\n`),
      (content: AsyncIterable<Buffer>) => (passphrase ? encryptStream(content, passphrase) : content),
      output.createWriteStream({ flush: true }),
      { signal },
    );
    const { size } = await stat(partial);
    await rename(partial, file);
    await syncFolder(dirname(file));
    return size;
  } catch (error) {
    if (isOpen) await rm(partial, { force: true });
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') {
      throw new StartError(
        `${partial} is there already: another backup is writing it, or one was killed. Delete it unless one is running.`,
      );
    }
    if (syscall) throw new StartError(`The backup ${file} cannot be written: ${code}.`);
    throw error;
  }
}

/** Checks where a backup is to be written. @throws StartError when a file is there already, or its folder is missing. */
export function requireNewFile(file: string): void {
  if (existsSync(file)) throw new StartError(`${file} is there already: name a new file.`);
  if (!existsSync(dirname(file))) throw new StartError(`The folder ${dirname(file)} is not there.`);
}

/** Reads a backup to its end and returns its header. @throws StartError when it is no backup, or not as it was written. */
export async function checkBackupFile(file: string, options: BackupFileOptions): Promise<BackupHeader> {
  const { header, content } = await openFile(file, options, () => undefined);
  for await (const _ of content.rest()) options.signal.throwIfAborted();
  return header;
}

/**
 * Opens a backup that {@link checkBackupFile} found whole, to read its rows as a stream.
 *
 * @param onRead hears which share of the file is read, from 0 to 1.
 */
export async function readBackupFile(
  file: string,
  options: BackupFileOptions,
  onRead: (share: number) => void,
): Promise<BackupPieces> {
  const { content } = await openFile(file, options, onRead);
  return unframed(
    file,
    pipe(content.rest(), createZstdDecompress(), () => undefined),
  );
}

async function openFile(
  file: string,
  { passphrase, signal, allowPlain }: BackupFileOptions,
  onRead: (share: number) => void,
) {
  try {
    const { size } = await stat(file);
    const bytes = createReadStream(file, { signal });
    bytes.on('data', () => onRead(bytes.bytesRead / size));
    const source = new ByteReader(bytes);
    const start = await source.upTo(ageHeader.length);
    const isEncrypted = start.equals(Buffer.from(ageHeader));
    const all = joined(start, source.rest());
    const content = new ByteReader(unsealed(file, isEncrypted ? opened(file, all, passphrase) : all));
    const header = readHeader(file, await content.line(longestHeader));
    if (passphrase && !isEncrypted && !allowPlain) {
      throw new StartError(
        `${file} is not encrypted although BACKUP_PASSPHRASE is set: anybody may have written it. Add --allow-plain to restore it all the same.`,
      );
    }
    return { header, content };
  } catch (error) {
    if (error instanceof StartError || signal.aborted) throw error;
    throw new StartError(`${file} cannot be read: ${getErrorCode(error) || String(error)}.`);
  }
}

function readHeader(file: string, line: string | undefined): BackupHeader {
  const found = parseJson(line ?? '');
  const version = Format.safeParse(found).data?.pitlaneBackup;
  if (version === undefined) throw new StartError(`${file} is not a backup of Pitlane.`);
  if (version !== format) {
    throw new StartError(
      `${file} has the format ${version}, and this Pitlane reads ${format}: use a newer one.`,
    );
  }
  const { data } = Header.safeParse(found);
  if (!data) throw damaged(file);
  return data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function* framed(pieces: BackupPieces): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    const size = Buffer.alloc(sizeSize);
    size.writeUInt32BE(piece.length);
    yield size;
    if (piece.length > 0) yield piece;
  }
}

// A wrong size or wrong compression throws StartError: the checksum proves only that the file is as it was written.
async function* unframed(file: string, content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const reader = new ByteReader(content);
  for (;;) {
    yield await reader
      .take(sizeSize)
      .then((size) => reader.take(size.readUInt32BE()))
      .catch((error: Error) => {
        throw error.name === 'AbortError' ? error : damaged(file);
      });
  }
}

async function* opened(
  file: string,
  content: AsyncIterable<Buffer>,
  passphrase: string | undefined,
): AsyncGenerator<Buffer> {
  try {
    yield* decryptStream(file, content, passphrase);
  } catch (error) {
    throw error instanceof StartError ? error : damaged(file);
  }
}

async function* joined(start: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield start;
  yield* rest;
}

function sealed(header: string) {
  return async function* (content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const hash = createHash('sha256').update(header);
    yield Buffer.from(header);
    for await (const piece of content) {
      hash.update(piece);
      yield piece;
    }
    yield hash.digest();
  };
}

async function* unsealed(file: string, bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let held = Buffer.alloc(0);
  for await (const piece of bytes) {
    const all = Buffer.concat([held, piece]);
    const known = all.subarray(0, Math.max(0, all.length - checksumSize));
    held = all.subarray(known.length);
    hash.update(known);
    yield known;
  }
  if (!hash.digest().equals(held)) throw damaged(file);
}

function damaged(file: string): StartError {
  return new StartError(`${file} is not a complete backup: it was changed or cut short.`);
}
