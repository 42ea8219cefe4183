import type { Context } from '#server/context.ts';
import { findConnections } from '#server/intake/connections.db.ts';
import type { Graph } from '#server/intake/meta/graph.ts';
import { GraphError } from '#server/intake/meta/graph-call.ts';
import { unsealMetaCredentials } from '#server/intake/meta/meta-keys.service.ts';
import type { MessageExtra } from '#server/intake/meta/outgoing-message.ts';
import { newId } from '#server/lib/ids.ts';
import type { Sealing } from '#server/lib/sealing.ts';
import { findSendingNumbers } from './messages.db.ts';

type TestTemplate = { connection: string; name: string; language: string; values: string[]; text: string };

/**
 * Has WhatsApp send a template to a number in E.164 at once, so that somebody sees how it looks.
 *
 * @returns what became of it; undefined where its connection has no number or no keys.
 */
export async function sendTestTemplate(
  { db, clock }: Context,
  { sealing, graph }: { sealing: Sealing; graph: Pick<Graph, 'sendText'> },
  { connection, name, language, values, text }: TestTemplate,
  to: string,
): Promise<'sent' | 'refused' | 'unsent' | 'unknown' | undefined> {
  const now = clock.now();
  const [from] = await findSendingNumbers(db, connection, now);
  const [found] = await findConnections(db, [connection]);
  const keys = found && unsealMetaCredentials(sealing, found);
  if (!from || !keys) return undefined;
  const extra: MessageExtra = { template: { name, language, values } };
  const message = { number: from.number, recipient: to.replace(/^\+/, ''), text, extra, mark: newId(now) };
  try {
    await graph.sendText(message, keys);
    return 'sent';
  } catch (error) {
    if (!(error instanceof GraphError)) throw error;
    const { failure, code, isUnsent } = error;
    if (failure === 'refused') return 'refused';
    return code !== undefined || isUnsent || failure === 'limit' ? 'unsent' : 'unknown';
  }
}
