import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { allowBodyTime } from '#server/http/guard/body-deadline.ts';
import type { RequestLimits } from '#server/http/guard/limits.ts';
import type { UploadShare } from '#server/http/guard/upload-budget.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { makeTemporaryFolder } from '#server/lib/temporary-folder.ts';

/** A file that was sent. `path`: of one that is on disk until the request is over, which has no `bytes`. */
export type UploadedFile = { bytes: Buffer; contentType: string; path?: string };

const blockBytes = 64 * 1024;

type MultipartRules = {
  files: readonly string[];
  diskBytes: number | undefined;
  limits: RequestLimits;
  openShare: () => UploadShare;
  isKnown: (request: FastifyRequest, fields: Record<string, string>) => Promise<boolean>;
};

/**
 * Makes a hook that reads a multipart request into `request.body` and `request.uploads`; others pass. It refuses what is larger than
 * the rules allow.
 */
export function createMultipartReader(rules: MultipartRules) {
  return async function readMultipart(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    request.uploads = {};
    if (!request.isMultipart()) return;
    // The client may leave before the handler begins; later the handler releases it.
    reply.raw.once('close', () => request.uploadShare?.release());
    try {
      request.body = await readParts(request, reply, rules);
    } catch (error) {
      // Discard the rest, so that the client sees the answer.
      request.raw.unpipe();
      request.raw.resume();
      throw error;
    }
  };
}

async function readParts(
  request: FastifyRequest,
  reply: FastifyReply,
  rules: MultipartRules,
): Promise<Record<string, string>> {
  const fields: Record<string, string> = {};
  const { uploads } = request;
  const parts = request.parts(rules.diskBytes ? { limits: { fileSize: rules.diskBytes } } : {});
  for (let next = await asRead(parts.next()); !next.done; next = await asRead(parts.next())) {
    const part = next.value;
    const name = part.fieldname ?? '';
    if (Object.hasOwn(fields, name) || Object.hasOwn(uploads, name))
      throw refused(name, 'Send this field once');
    if (part.type === 'field') {
      if (part.valueTruncated) throw refused(name, 'This text is too long');
      fields[name] = String(part.value);
    } else {
      if (!rules.files.includes(name)) throw refused(name, 'Unknown field');
      if (rules.diskBytes) {
        const path = await writeFile(request, reply, part, rules);
        if (path) uploads[name] = { bytes: Buffer.alloc(0), contentType: part.mimetype, path };
      } else {
        const bytes = await readFile(request, part, rules, fields);
        if (bytes.length > 0) uploads[name] = { bytes, contentType: part.mimetype };
      }
    }
  }
  return fields;
}

async function readFile(
  request: FastifyRequest,
  { file }: MultipartFile,
  { limits, isKnown, openShare }: MultipartRules,
  fields: Record<string, string>,
): Promise<Buffer> {
  const isKnownUpload = await isKnown(request, fields);
  allowBodyTime(request.raw, isKnownUpload ? limits.uploadMs : limits.strangerUploadMs);
  request.uploadShare ??= openShare();
  const { uploadShare } = request;
  const gathered = gather();
  await asRead(
    (async () => {
      for await (const chunk of file) {
        if (file.truncated) throw tooLarge();
        uploadShare.take(chunk.length, isKnownUpload);
        gathered.add(chunk);
      }
    })(),
  );
  if (file.truncated) throw tooLarge();
  return gathered.whole();
}

let filesOnDisk = 0;

/** @returns where it is, undefined if it is empty. @throws Refusal 503 when there are too many. */
async function writeFile(
  { raw }: FastifyRequest,
  reply: FastifyReply,
  { file }: MultipartFile,
  { limits }: MultipartRules,
): Promise<string | undefined> {
  if (filesOnDisk >= limits.filesOnDisk)
    throw new Refusal('unavailable', 'Too many uploads at the moment. Try again shortly.', {
      retryAfter: 30,
    });
  filesOnDisk++;
  allowBodyTime(raw, limits.diskUploadMs);
  const folder = await makeTemporaryFolder();
  const drop = () => {
    filesOnDisk--;
    void rm(folder, { recursive: true, force: true }).catch(() => undefined);
  };
  if (reply.raw.closed) drop();
  else reply.raw.once('close', drop);
  const path = join(folder, 'file');
  await asRead(pipeline(file, createWriteStream(path, { flags: 'wx', mode: 0o600 })));
  if (file.truncated) throw tooLarge();
  return (await stat(path)).size > 0 ? path : undefined;
}

function gather() {
  const blocks: Buffer[] = [];
  let room = Buffer.alloc(0);
  let size = 0;
  return {
    add: (piece: Buffer) => {
      for (let rest = piece; rest.length > 0; ) {
        if (room.length === 0) {
          room = Buffer.allocUnsafeSlow(blockBytes);
          blocks.push(room);
        }
        const copied = rest.copy(room);
        room = room.subarray(copied);
        rest = rest.subarray(copied);
      }
      size += piece.length;
    },
    whole: () => Buffer.concat(blocks, size),
  };
}

async function asRead<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Refusal) throw error;
    if (error instanceof Error && 'statusCode' in error && error.statusCode === 413) throw tooLarge();
    throw new Refusal('bad_request', 'The form data is broken');
  }
}

function tooLarge(): Refusal {
  return new Refusal('too_large', 'The upload is too large');
}

function refused(field: string, message: string): Refusal {
  return new Refusal('bad_request', 'The request is not valid', { fields: { [field]: message } });
}
