import { removeFiles } from '#server/intake/form-parts.ts';
import {
  formatPartLines,
  limitParsedSize,
  parseDelivery,
  partContentType,
  unreadableDelivery,
} from '#server/intake/parse-delivery.ts';
import { removeAttachments } from '#server/intake/raw-mail.ts';
import { readEnquiry } from '#server/intake/read-enquiry.ts';
import { workerTask } from '#server/lib/workers/worker-task.ts';
import { cutMail } from './cut-mail.ts';
import type {
  EnquiryReading,
  ParsedReadingRequest,
  PreviewRequest,
  RawBody,
  ReadingRequest,
  StoredBody,
} from './readings.service.ts';

/** Takes the files out of a mail and cuts it, in a worker thread. */
export const stripMail = workerTask(({ contentType, body }: RawBody): StoredBody => {
  const kept = removeAttachments(contentType, Buffer.from(body));
  return { ...kept, body: cutMail(kept.body) };
});

/** Takes the files out of a multipart form, in a worker thread. */
export const stripForm = workerTask(
  ({ contentType, body }: RawBody): StoredBody => removeFiles(contentType, Buffer.from(body)),
);

/** Parses a body and reads each of its enquiries, in a worker thread; at least one, which may say nothing. */
export const readBody = workerTask(
  async ({ contentType, body, by, catalogue }: ReadingRequest): Promise<EnquiryReading[]> => {
    const isMail = by.kind === 'email' && contentType !== partContentType;
    const bytes = isMail ? cutMail(Buffer.from(body)) : Buffer.from(body);
    const found = await parseDelivery({ contentType, body: bytes }, by);
    const all = found.length === 0 ? [unreadableDelivery] : found.map(limitParsedSize);
    return all.map((parsed) => ({ parsed, read: readEnquiry(parsed, by, catalogue) }));
  },
);

/** Reads an enquiry again out of the JSON of what was parsed, in a worker thread. */
export const readParsedEnquiry = workerTask(({ parsed, by, catalogue }: ParsedReadingRequest) =>
  readEnquiry(JSON.parse(parsed), by, catalogue),
);

/** Formats a part of a body for people, in a worker thread. */
export const formatBody = workerTask(({ body, characters }: PreviewRequest): string =>
  formatPartLines(new TextDecoder().decode(body)).slice(0, characters),
);
