import { notificationLimits, openWorkerPool } from '#server/lib/workers/worker-pool.ts';
import { type AnswerKind, type GraphAnswer, parseAnswer } from './answers.ts';
import type { NotifiedLead } from './meta-texts.ts';

const pool = openWorkerPool(new URL('./meta-worker.ts', import.meta.url), notificationLimits);

// What takes a few milliseconds at most, whatever it is made of: less than a thread takes to begin.
const maxCharactersAtOnce = 4_096;

/** Reads in a thread which leads a notification names. @returns undefined for what is none. @throws TooCostlyError */
export async function readNotifiedLeads(body: Buffer): Promise<NotifiedLead[] | undefined> {
  const leads = await pool.run<NotifiedLead[] | undefined>('parseNotification', body);
  return leads?.map((each) => ({ ...each, body: Buffer.from(each.body) }));
}

/** Reads an answer of Meta's API, in a thread unless it is short. @throws TooCostlyError */
export async function readAnswer<Kind extends AnswerKind>(
  kind: Kind,
  text: string,
): Promise<GraphAnswer<Kind>> {
  if (text.length <= maxCharactersAtOnce) return parseAnswer(kind, text);
  return pool.run<GraphAnswer<Kind>>('parseMetaAnswer', { kind, text });
}
