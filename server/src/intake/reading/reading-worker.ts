import {
  boundParsed,
  parseDelivery,
  pieceAsLines,
  pieceType,
  unreadable,
} from '#server/intake/parse-delivery.ts';
import { keptOfMail } from '#server/intake/raw-mail.ts';
import { readEnquiry } from '#server/intake/read-enquiry.ts';
import { workerTask } from '#server/lib/workers/worker-task.ts';
import { cutMail } from './cut-mail.ts';
import type { KeptMail, RawMail, Reading, ToRead, ToReadAgain, ToShow } from './readings.service.ts';

export const keep = workerTask(({ contentType, body }: RawMail): KeptMail => {
  const kept = keptOfMail(contentType, Buffer.from(body));
  return { ...kept, body: cutMail(kept.body) };
});

export const read = workerTask(async ({ contentType, body, by, dealt }: ToRead): Promise<Reading[]> => {
  const isMail = by.kind === 'email' && contentType !== pieceType;
  const bytes = isMail ? cutMail(Buffer.from(body)) : Buffer.from(body);
  const found = await parseDelivery({ contentType, body: bytes }, by);
  const all = found.length === 0 ? [unreadable] : found.map(boundParsed);
  return all.map((parsed) => ({ parsed, read: readEnquiry(parsed, by, dealt) }));
});

export const readAgain = workerTask(({ parsed, by, dealt }: ToReadAgain) =>
  readEnquiry(JSON.parse(parsed), by, dealt),
);

/** A part of a body, for people. */
export const lines = workerTask(({ body, characters }: ToShow): string =>
  pieceAsLines(new TextDecoder().decode(body)).slice(0, characters),
);
