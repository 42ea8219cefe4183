import { workerTask } from '#server/lib/workers/worker-task.ts';
import { type AnswerKind, parseAnswer } from './answers.ts';
import { parseNotifiedLeads } from './meta-texts.ts';

/** Reads the leads that a notification names; undefined for what is none. */
export const parseNotification = workerTask((body: Uint8Array) => parseNotifiedLeads(Buffer.from(body)));

export const parseMetaAnswer = workerTask(({ kind, text }: { kind: AnswerKind; text: string }) =>
  parseAnswer(kind, text),
);
