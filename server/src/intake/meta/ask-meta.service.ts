import type { EndpointReply } from '#contract/call/endpoint.ts';
import { fillPlaceholders, messages } from '#contract/call/messages.ts';
import { enquiryFields } from '#contract/intake/deliveries.ts';
import {
  type fetchEarlierMetaLeads as findCall,
  type MetaCredentials,
  metaRetentionDays,
  type subscribeMetaPage as subscribeCall,
} from '#contract/intake/meta.ts';
import {
  answerPathPrefix,
  type listMetaForms as listCall,
  type MetaForm,
  maxMetaForms,
} from '#contract/intake/meta-forms.ts';
import { addDays, dateInTimeZone, instantInTimeZone } from '#contract/text/dates.ts';
import type { ActorContext } from '#server/context.ts';
import { type ConnectionRow, findConnections } from '#server/intake/connections.db.ts';
import { recogniseField } from '#server/intake/enquiry-fields.ts';
import { invalidFields, notFound } from '#server/lib/refusal.ts';
import type { Sealing } from '#server/lib/sealing.ts';
import type { Graph, GraphForm, GraphPage } from './graph.ts';
import { GraphError } from './graph-call.ts';
import { unsealMetaCredentials } from './meta-keys.service.ts';
import { createNotifiedLead } from './meta-texts.ts';
import { listPagesOfToken } from './pages.ts';
import { storeMetaLeads } from './receive-meta.service.ts';

// Milliseconds for a call by a person, who can ask again for the rest.
const patience = 25_000;

/**
 * Subscribes the pages of a connection to new leads. It holds no call slot while Meta is asked.
 *
 * @returns their names, or Meta's `failure`.
 * @throws Refusal 404 unless the connection is Meta's and can be read.
 */
export async function subscribeMetaPage(
  { db, releaseWhileWaiting: aside = (wait) => wait() }: ActorContext,
  sealing: Sealing,
  graph: Graph,
  id: string,
): Promise<EndpointReply<typeof subscribeCall>> {
  const keys = await keysOf(db, sealing, id);
  try {
    const pages = await aside(async () => {
      const all = await listPagesOfToken(graph, keys);
      for (const page of all) await graph.subscribePage(page.keys);
      return all;
    });
    return { page: pages.map(nameOf).join(', '), failure: null };
  } catch (error) {
    if (error instanceof GraphError) return { page: null, failure: error.failure };
    throw error;
  }
}

/**
 * Stores the leads since a day, of all pages of the token, that have not come, as if they came now; they are fetched and worked
 * afterwards. It holds no call slot, as {@link subscribeMetaPage}.
 *
 * @returns how many were `found` until it ended or failed.
 * @throws Refusal 400 beside `since`, 404.
 */
export async function fetchEarlierMetaLeads(
  context: ActorContext,
  sealing: Sealing,
  graph: Graph,
  id: string,
  { since, form }: { since: string; form?: string | undefined },
): Promise<EndpointReply<typeof findCall>> {
  const { db, clock, dealer, releaseWhileWaiting: aside = (wait) => wait() } = context;
  const today = dateInTimeZone(dealer.timeZone, clock.now());
  if (since > today || since < addDays(today, -metaRetentionDays))
    throw invalidFields({ since: fillPlaceholders(messages.notKeptByMeta, { days: metaRetentionDays }) });
  const keys = await keysOf(db, sealing, id);
  const from = instantInTimeZone(dealer.timeZone, since, '00:00');
  let found = 0;
  try {
    await aside(async () => {
      const stopping = AbortSignal.timeout(patience);
      for (const page of await pagesWith(graph, keys, form))
        for await (const ids of graph.listLeads(page.keys, { since: from, form }, stopping)) {
          const leads = ids.map((lead) => createNotifiedLead(lead, page.id));
          if (ids.length > 0) found += await storeMetaLeads(context, id, leads);
        }
    });
  } catch (error) {
    if (error instanceof GraphError) return { found, failure: error.failure };
    throw error;
  }
  return { found, failure: null };
}

/**
 * Asks Meta for the newest forms of a connection's pages, with their center, offering and questions. It holds no call slot, as {@link
 * subscribeMetaPage}.
 *
 * @throws Refusal 404.
 */
export async function listMetaForms(
  { db, releaseWhileWaiting: aside = (wait) => wait() }: ActorContext,
  sealing: Sealing,
  graph: Graph,
  id: string,
): Promise<EndpointReply<typeof listCall>> {
  const { sources, mapping, ...connection } = await connectionOf(db, id);
  const keys = unsealMetaCredentials(sealing, connection);
  if (!keys) throw notFound();
  const mapped = new Map(
    enquiryFields.flatMap((field) => (mapping[field] ?? []).map((path) => [path, field] as const)),
  );
  const fieldOf = (key: string) => {
    const byName = recogniseField(key);
    return mapped.get(answerPathPrefix + key) ?? (byName && !mapping[byName] ? byName : null);
  };
  const forms: MetaForm[] = [];
  const toMetaForm = ({ id: _id, name = null, questions }: GraphForm): MetaForm => {
    const own = sources.find(({ externalId }) => externalId === _id);
    return {
      ...{ _id, name, serviceCenter: own?.serviceCenter?._id ?? null },
      serviceOrCampaign: own?.serviceOrCampaign?._id ?? null,
      questions: questions.map(({ key, label }) => ({ key, label: label || key, field: fieldOf(key) })),
    };
  };
  try {
    await aside(async () => {
      const stopping = AbortSignal.timeout(patience);
      for (const page of await listPagesOfToken(graph, keys))
        for await (const some of graph.listForms(page.keys, stopping)) {
          forms.push(...some.slice(0, maxMetaForms - forms.length).map(toMetaForm));
          if (forms.length === maxMetaForms) return;
        }
    });
  } catch (error) {
    if (error instanceof GraphError) return { forms, failure: error.failure };
    throw error;
  }
  return { forms, failure: null };
}

// Those that have the form, as far as Meta says; all if there is none.
async function pagesWith(
  graph: Graph,
  keys: MetaCredentials,
  form: string | undefined,
): Promise<GraphPage[]> {
  const pages = await listPagesOfToken(graph, keys);
  if (form === undefined || pages.length === 1) return pages;
  for (const page of pages) if ((await graph.readFormName(form, page.keys)) !== null) return [page];
  return pages;
}

function nameOf({ id, name }: GraphPage): string {
  return name ?? id;
}

async function connectionOf(db: ActorContext['db'], id: string): Promise<ConnectionRow> {
  const [connection] = await findConnections(db, [id]);
  if (connection?.kind !== 'meta') throw notFound();
  return connection;
}

async function keysOf(db: ActorContext['db'], sealing: Sealing, id: string): Promise<MetaCredentials> {
  const keys = unsealMetaCredentials(sealing, await connectionOf(db, id));
  if (!keys) throw notFound();
  return keys;
}
