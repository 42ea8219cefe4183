import type { EndpointReply } from '#contract/call/endpoint.ts';
import type {
  ConnectionCheckItem,
  ConnectionCheckResult,
  checkConnection as checkCall,
} from '#contract/intake/check.ts';
import type { MetaCredentials } from '#contract/intake/meta.ts';
import type { ActorContext } from '#server/context.ts';
import { type ConnectionRow, findConnections } from '#server/intake/connections.db.ts';
import { previewFieldMapping } from '#server/intake/deliveries.service.ts';
import { isLoopbackHost } from '#server/lib/network.ts';
import { notFound } from '#server/lib/refusal.ts';
import type { Sealing } from '#server/lib/sealing.ts';
import type { Graph, GraphPage } from './graph.ts';
import { GraphError } from './graph-call.ts';
import { findLastNumberId } from './meta.db.ts';
import { unsealMetaCredentials } from './meta-keys.service.ts';
import { listPagesOfToken } from './pages.ts';

/**
 * Checks what a connection needs, and asks Meta about its own; stores nothing. It holds no call slot while Meta is asked.
 *
 * @throws Refusal 404.
 */
export async function checkConnection(
  context: ActorContext,
  { sealing, graph, publicUrl }: { sealing: Sealing; graph: Graph; publicUrl: string },
  id: string,
): Promise<EndpointReply<typeof checkCall>> {
  const { db, releaseWhileWaiting: aside = (wait) => wait() } = context;
  const [connection] = await findConnections(db, [id]);
  if (!connection) throw notFound();
  const { kind, secret, isPaused, serviceCenter, sources, mapping } = connection;
  const keys = unsealMetaCredentials(sealing, connection);
  const isOfMeta = kind === 'meta' || kind === 'whatsapp';
  const isReadable = sealing.unseal(secret, id) !== undefined && (!isOfMeta || keys !== undefined);
  const parts = [plain('secret', isReadable), plain('running', !isPaused)];
  parts.push({ ...plain('address', isReachable(publicUrl, isOfMeta)), about: publicUrl });
  if (kind === 'whatsapp') parts.push(plain('center', serviceCenter !== null || sources.length > 0));
  if (isOfMeta && keys) {
    const last = kind === 'whatsapp' && sources.length === 0 ? await findLastNumberId(db, id) : null;
    const numbers = last ? [last] : sources.map(({ externalId }) => externalId);
    parts.push(...(await aside(() => askMeta(graph, kind, numbers, keys))));
  }
  const { receivedAt, reason } = await previewFieldMapping(context, id, mapping);
  parts.push(plain('received', receivedAt !== null));
  if (receivedAt !== null && !isOfMeta) parts.push(plain('readable', reason === null));
  return { parts };
}

async function askMeta(
  graph: Graph,
  kind: ConnectionRow['kind'],
  ids: readonly string[],
  keys: MetaCredentials,
): Promise<ConnectionCheckResult[]> {
  if (kind === 'meta') {
    let pages: GraphPage[] = [];
    const token = await asked('token', async () => {
      pages = await listPagesOfToken(graph, keys);
      return {
        about:
          pages
            .map(({ name }) => name)
            .filter(Boolean)
            .join(', ') || null,
      };
    });
    const subscribed = pages.map(({ name, keys }) =>
      asked('subscribed', async () => ({ isFine: await graph.isSubscribed(keys) }), name),
    );
    return [token, ...(await Promise.all(subscribed))];
  }
  const token = await asked('token', async () => {
    await graph.readTokenEnd(keys);
    return {};
  });
  if (!token.isFine) return [token];
  let isOnPhone = false;
  const numbers = await Promise.all(
    ids.map((id) =>
      asked(
        'number',
        async () => {
          const number = await graph.readNumber(id, keys);
          if (number.isOnPhone) isOnPhone = true;
          return { about: number.shown };
        },
        id,
      ),
    ),
  );
  return [token, ...numbers, ...(await askForFields(graph, keys, isOnPhone))];
}

/** Answers from the phone app only come for numbers that run there; Meta tells it of numbers that are listed. */
async function askForFields(
  graph: Graph,
  keys: MetaCredentials,
  isOnPhone: boolean,
): Promise<ConnectionCheckResult[]> {
  let fields: string[] = [];
  const messages = await asked('messages', async () => {
    fields = await graph.listWhatsAppFields(keys);
    return { isFine: fields.includes('messages') };
  });
  const hasEchoes = fields.includes('smb_message_echoes');
  const isAsked = messages.failure === null && (isOnPhone || hasEchoes);
  return [messages, ...(isAsked ? [plain('phoneAnswers', hasEchoes)] : [])];
}

function isReachable(publicUrl: string, isOfMeta: boolean): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  return !isLoopbackHost(hostname) && (!isOfMeta || protocol === 'https:');
}

function plain(part: ConnectionCheckItem, isFine: boolean): ConnectionCheckResult {
  return { part, isFine, about: null, failure: null };
}

async function asked(
  part: ConnectionCheckItem,
  ask: () => Promise<Partial<Pick<ConnectionCheckResult, 'isFine' | 'about'>>>,
  about: string | null = null,
): Promise<ConnectionCheckResult> {
  try {
    return { ...plain(part, true), about, ...(await ask()) };
  } catch (error) {
    if (!(error instanceof GraphError)) throw error;
    return { ...plain(part, false), about, failure: error.failure };
  }
}
