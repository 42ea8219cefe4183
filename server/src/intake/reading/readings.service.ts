import type { AttachedFile } from '#server/intake/attached-files.ts';
import type { ConnectionRow } from '#server/intake/connections.db.ts';
import type { ParsedDelivery } from '#server/intake/parse-delivery.ts';
import type { Catalogue, ReadEnquiry, ReadingRules } from '#server/intake/read-enquiry.ts';
import { openWorkerPool } from '#server/lib/workers/worker-pool.ts';

/** A body as it came, for a worker thread. */
export type RawBody = { contentType: string | null; body: Uint8Array };
/** A body without its files, as it is stored, and the files, which are stored beside it. */
export type StoredBody = {
  contentType: string | null;
  body: Uint8Array;
  name: Uint8Array | string;
  files: readonly (Omit<AttachedFile, 'content'> & { content: Uint8Array | null })[];
};
/** Asks a worker thread to parse a body and read its enquiries. */
export type ReadingRequest = RawBody & { by: ReadingRules; catalogue: Catalogue };
/** Asks a worker thread to read again what was parsed. `parsed`: JSON of a {@link ParsedDelivery}. */
export type ParsedReadingRequest = { parsed: string; by: ReadingRules; catalogue: Catalogue };
/** Asks a worker thread to format the beginning of a body for people, up to a number of characters. */
export type PreviewRequest = { body: Uint8Array; characters: number };
/** An enquiry of a body, as it was parsed and as it was read. */
export type EnquiryReading = { parsed: ParsedDelivery; read: ReadEnquiry };

// Two, so that one costly delivery holds up no other.
/** How many worker threads read bodies. */
export const readingThreads = 2;

const limits = { threads: readingThreads, timeMs: 10_000, memoryMb: 256 };

const pool = openWorkerPool(new URL('./reading-worker.ts', import.meta.url), limits);

/** Returns what is stored of a mail or multipart form, and the files that are stored beside it. @throws TooCostlyError */
export async function removeFilesInThread(
  kind: 'stripMail' | 'stripForm',
  sent: { contentType: string | null; body: Buffer },
) {
  const { body, name, files, ...kept } = await pool.run<StoredBody>(kind, sent);
  return {
    ...{ ...kept, body: Buffer.from(body), name: typeof name === 'string' ? name : Buffer.from(name) },
    // The bytes stay where they are.
    attachments: files.map(({ content, ...file }) => ({
      ...file,
      content: content && Buffer.from(content.buffer, content.byteOffset, content.byteLength),
    })),
  };
}

/** Returns what a body says, for each enquiry in it. @throws TooCostlyError */
export function readBodyInThread(
  { contentType, body }: { contentType: string | null; body: Buffer | null },
  connection: ConnectionRow,
  catalogue: Catalogue,
): Promise<EnquiryReading[]> {
  const given = { contentType, body: body ?? new Uint8Array(), by: readBy(connection), catalogue };
  return pool.run<EnquiryReading[]>('readBody', given);
}

/** Reads what a connection makes of what was parsed, given as JSON. @throws TooCostlyError */
export function readParsedEnquiryInThread(
  parsed: string,
  connection: ConnectionRow,
  catalogue: Catalogue,
): Promise<ReadEnquiry> {
  return pool.run<ReadEnquiry>('readParsedEnquiry', { parsed, by: readBy(connection), catalogue });
}

/** Formats a part of a body as lines for people, cut after `characters`. @throws TooCostlyError */
export function formatBodyForReading(body: Buffer, characters: number): Promise<string> {
  return pool.run<string>('formatBody', { body, characters });
}

function readBy({
  kind,
  mapping,
  platform,
  serviceCenter,
  serviceOrCampaign,
  sources,
}: ConnectionRow): ReadingRules {
  return { kind, mapping, platform, serviceCenter, serviceOrCampaign, sources };
}
