import type { EndpointReply } from '#contract/call/endpoint.ts';
import type {
  listMessageTemplates as listCall,
  MessageTemplate,
} from '#contract/customer-messages/message-settings.ts';
import type { ActorContext, Context } from '#server/context.ts';
import { type ConnectionRow, findConnections } from '#server/intake/connections.db.ts';
import type { Graph, GraphTemplate } from '#server/intake/meta/graph.ts';
import { GraphError } from '#server/intake/meta/graph-call.ts';
import { findOwnAccountIds } from '#server/intake/meta/meta.db.ts';
import { unsealMetaCredentials } from '#server/intake/meta/meta-keys.service.ts';
import type { Sealing } from '#server/lib/sealing.ts';

// Milliseconds for a call by a person.
const patience = 25_000;
const most = 500;

type ListedTemplate = Omit<MessageTemplate, 'connection'>;

/** Templates of an account. `isComplete`: none is missing, as they are where Meta has not named the account yet. */
type ReadTemplates = { templates: ListedTemplate[]; isComplete: boolean };

/** A connection with WhatsApp and its templates; null where Meta could not be asked. */
type ConnectionTemplates = { connection: { _id: string; name: string }; read: ReadTemplates | null };

/** Lists the templates of all connections with WhatsApp, as Meta tells them now. */
export async function listMessageTemplates(
  context: ActorContext,
  sealing: Sealing,
  graph: Graph,
): Promise<EndpointReply<typeof listCall>> {
  const all = await readConnectionTemplates(context, sealing, graph);
  return {
    templates: all.flatMap(({ connection, read }) =>
      (read?.templates ?? []).map((template) => ({ connection, ...template })),
    ),
    failed: all.filter(({ read }) => read === null).map(({ connection }) => connection),
  };
}

/**
 * Asks Meta for the templates of each connection with WhatsApp; null where Meta could not be asked. It holds no call slot while Meta
 * is asked.
 */
export async function readConnectionTemplates(
  context: Context & Pick<ActorContext, 'releaseWhileWaiting'>,
  sealing: Sealing,
  graph: Graph,
): Promise<ConnectionTemplates[]> {
  const { db, releaseWhileWaiting: aside = (wait) => wait() } = context;
  const connections = (await findConnections(db)).filter(({ kind }) => kind === 'whatsapp');
  const all: ConnectionTemplates[] = [];
  for (const connection of connections) {
    const known = await findOwnAccountIds(db, connection.id);
    const read = await aside(() => readTemplates(connection, known, { sealing, graph })).catch(
      (error: unknown) => {
        if (error instanceof GraphError) return null;
        throw error;
      },
    );
    all.push({ connection: { _id: connection.id, name: connection.name }, read });
  }
  return all;
}

async function readTemplates(
  connection: ConnectionRow,
  known: readonly string[],
  { sealing, graph }: { sealing: Sealing; graph: Graph },
): Promise<ReadTemplates> {
  const keys = unsealMetaCredentials(sealing, connection);
  if (!keys) throw new GraphError('tokenEnded');
  const stopping = AbortSignal.timeout(patience);
  // Where the token does not tell its accounts, notifications have.
  const told = await graph.listAccounts(keys, stopping).catch((error: unknown) => {
    if (error instanceof GraphError && known.length > 0) return [];
    throw error;
  });
  const accounts = new Set([...told, ...known]);
  const found: ListedTemplate[] = [];
  for (const account of accounts)
    for await (const some of graph.listTemplates(account, keys, stopping)) {
      found.push(...some.flatMap((each) => toTemplate(each) ?? []));
      if (found.length >= most) return { templates: found.slice(0, most), isComplete: false };
    }
  return { templates: found, isComplete: accounts.size > 0 };
}

/** A template with a picture, or with variables that are not numbered ones of its text, is none to choose. */
function toTemplate(sent: GraphTemplate): ListedTemplate | undefined {
  const { name, language, status, category, components } = sent;
  const ofType = (type: string) => components.find((component) => component.type.toUpperCase() === type);
  const body = ofType('BODY')?.text;
  const header = ofType('HEADER');
  const buttons = ofType('BUTTONS')?.buttons ?? [];
  const isFilled = buttons.some(({ url }) => url?.includes('{{'));
  const isPlain =
    !isFilled &&
    (!header || ((header.format ?? 'TEXT').toUpperCase() === 'TEXT' && !header.text?.includes('{{')));
  if (body === undefined || !isPlain || /\{\{\s*[^\d\s}]/.test(body)) return undefined;
  const numbers = [...body.matchAll(/\{\{\s*(\d{1,3})\s*\}\}/g)].map(([, number]) => Number(number));
  const variables = Math.max(0, ...numbers);
  const shown = buttons.filter(({ type }) => type.toUpperCase() === 'QUICK_REPLY').map(({ text }) => text);
  return { name, language, status, category, body, variables, buttons: shown };
}
