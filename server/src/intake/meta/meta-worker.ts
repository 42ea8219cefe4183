import { workerTask } from '#server/lib/workers/worker-task.ts';
import { type AnswerKind, parseAnswer } from './answers.ts';
import { parseNotifiedLeads } from './meta-texts.ts';

/** Parses the leads that a notification names, in a worker thread; undefined for what is no notification. */
export const parseNotification = workerTask((body: Uint8Array) => parseNotifiedLeads(Buffer.from(body)));

/** Parses an answer of Meta's API, in a worker thread. */
export const parseMetaAnswer = workerTask(({ kind, text }: { kind: AnswerKind; text: string }) =>
  parseAnswer(kind, text),
);
