import type { EndpointReply } from '#contract/call/endpoint.ts';
import type {
  listMessageTemplates as listCall,
  MessageTemplate,
} from '#contract/customer-messages/message-settings.ts';
import type { ActorContext, Context } from '#server/context.ts';
import { type ConnectionRow, findConnections } from '#server/intake/connections.db.ts';
import type { Graph, GraphTemplate } from '#server/intake/meta/graph.ts';
import { GraphError } from '#server/intake/meta/graph-call.ts';
import { findOwnAccounts } from '#server/intake/meta/meta.db.ts';
import { unsealMetaCredentials } from '#server/intake/meta/meta-keys.service.ts';
import type { Sealing } from '#server/lib/sealing.ts';

// Milliseconds for a call by a person.
const patience = 25_000;
const most = 500;

/** Lists the templates of all connections with WhatsApp, as Meta tells them now. Holds no call slot while Meta is asked. */
export async function listMessageTemplates(
  context: Context & Pick<ActorContext, 'releaseWhileWaiting'>,
  sealing: Sealing,
  graph: Graph,
): Promise<EndpointReply<typeof listCall>> {
  const { db, releaseWhileWaiting: aside = (wait) => wait() } = context;
  const connections = (await findConnections(db)).filter(({ kind }) => kind === 'whatsapp');
  const templates: MessageTemplate[] = [];
  const failed: { _id: string; name: string }[] = [];
  for (const connection of connections) {
    const named = { _id: connection.id, name: connection.name };
    const known = await findOwnAccounts(db, connection.id);
    const read = await aside(() => readTemplates(connection, known, { sealing, graph })).catch(
      (error: unknown) => {
        if (error instanceof GraphError) return undefined;
        throw error;
      },
    );
    if (read) templates.push(...read.map((template) => ({ connection: named, ...template })));
    else failed.push(named);
  }
  return { templates, failed };
}

async function readTemplates(
  connection: ConnectionRow,
  known: readonly string[],
  { sealing, graph }: { sealing: Sealing; graph: Graph },
): Promise<Omit<MessageTemplate, 'connection'>[]> {
  const keys = unsealMetaCredentials(sealing, connection);
  if (!keys) throw new GraphError('tokenEnded');
  const stopping = AbortSignal.timeout(patience);
  // Where the token does not tell its accounts, notifications have.
  const told = await graph.listAccounts(keys, stopping).catch((error: unknown) => {
    if (error instanceof GraphError && known.length > 0) return [];
    throw error;
  });
  const found: Omit<MessageTemplate, 'connection'>[] = [];
  for (const account of new Set([...told, ...known]))
    for await (const some of graph.listTemplates(account, keys, stopping)) {
      found.push(...some.flatMap((each) => toTemplate(each) ?? []));
      if (found.length >= most) return found.slice(0, most);
    }
  return found;
}

/** A template with a picture, or with variables that are not numbered ones of its text, is none to choose. */
function toTemplate(sent: GraphTemplate): Omit<MessageTemplate, 'connection'> | undefined {
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
