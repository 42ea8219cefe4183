import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { MetaCredentials, MetaFetchFailure } from '#contract/intake/meta.ts';
import { isWhatsAppId } from '#contract/text/whatsapp-id.ts';
import { parseExactJson } from '#server/lib/exact-json.ts';
import { callGraph, GraphError, isRefusedByMeta, toFetchFailure } from './graph-call.ts';

// Milliseconds for all of an answer.
const usualPatience = 10_000;

const ofNoUser: readonly MetaFetchFailure[] = ['refused', 'noLead'];
const aliases = ['me', 'app'];

const fields = 'id,created_time,form_id,field_data';
const adFields = `${fields},platform,is_organic,ad_name,campaign_name`;

const failure = z.object({ error: z.object({ code: z.coerce.number() }) });
const answered = z.looseObject({ id: z.string() });
const subscribed = z.object({
  data: z.array(z.object({ id: z.string(), subscribed_fields: z.array(z.string()).catch([]) })),
});
const numberOfWhatsApp = z.object({ display_phone_number: z.string() });
const accepted = z.object({ messages: z.array(z.object({ id: z.string() })).min(1) });
type Page<Item> = {
  data: Item[];
  paging?: { next?: string | undefined; cursors?: { after: string } | undefined } | undefined;
};

const nextPage = z
  .object({ next: z.string().optional(), cursors: z.object({ after: z.string() }).optional() })
  .optional();
const listed = z.object({
  data: z.array(z.object({ id: z.string().regex(/^\d{1,30}$/) })),
  paging: nextPage,
});

const formsListed = z.object({
  data: z.array(
    z.object({
      id: z.string().regex(/^\d{1,30}$/),
      name: z.string().nullish(),
      status: z.string().nullish(),
      questions: z.array(z.object({ key: z.string(), label: z.string().nullish() })).catch([]),
    }),
  ),
  paging: nextPage,
});

const accounts = z.object({
  data: z.array(z.object({ id: z.string(), name: z.string().nullish(), access_token: z.string().nullish() })),
  paging: nextPage,
});

export type GraphPage = { id: string; name: string | null; keys: MetaCredentials };

export type GraphForm = z.infer<typeof formsListed>['data'][number];

const moment = z.coerce.number().optional();
const debugged = z.object({ data: z.object({ expires_at: moment, data_access_expires_at: moment }) });

export type Graph = {
  readLead: (id: string, keys: MetaCredentials, stopping?: AbortSignal) => Promise<string>;
  /** @returns null if it may not be read. @throws GraphError */
  readFormName: (id: string, keys: MetaCredentials, stopping?: AbortSignal) => Promise<string | null>;
  /** Ids of leads of the token's page since a moment, form by form or of one, some hundred at a time. @throws GraphError */
  listLeads: (
    keys: MetaCredentials,
    asked: { since: Date; form: string | undefined },
    stopping: AbortSignal,
  ) => AsyncGenerator<string[]>;
  /** Forms of the token's page that take leads, some at a time. @throws GraphError */
  listForms: (keys: MetaCredentials, stopping: AbortSignal) => AsyncGenerator<GraphForm[]>;
  /** When the token, or what it may read, ends; null: not at all. @throws GraphError */
  readTokenEnd: (keys: MetaCredentials, stopping?: AbortSignal) => Promise<Date | null>;
  /** Has the page of the token send its leads to the app. @throws GraphError */
  subscribePage: (keys: MetaCredentials) => Promise<void>;
  /** @returns the token's page. @throws GraphError */
  readPage: (keys: MetaCredentials) => Promise<GraphPage>;
  /** Pages that a system user's token may use; none for a page's own token. @throws GraphError */
  listPages: (keys: MetaCredentials, stopping?: AbortSignal) => Promise<GraphPage[]>;
  /** True if the page of the token sends its leads to the app. @throws GraphError */
  isSubscribed: (keys: MetaCredentials) => Promise<boolean>;
  /** @returns a number of WhatsApp as people write it. @throws GraphError */
  readNumber: (id: string, keys: MetaCredentials) => Promise<string>;
  /** Has WhatsApp send a text. @throws GraphError */
  sendText: (message: OutgoingText, keys: MetaCredentials, stopping?: AbortSignal) => Promise<void>;
};

type OutgoingText = { number: string; recipient: string; text: string; mark: string };

/**
 * Asks no address of this machine or the local network, unless `address` is one.
 *
 * @param address with its version.
 * @param patience milliseconds for all of an answer.
 */
export function openGraph(address: string, patience = usualPatience): Graph {
  async function call(
    method: 'GET' | 'POST',
    path: string,
    query: Record<string, string>,
    keys: MetaCredentials,
    { stopping, body }: { stopping?: AbortSignal | undefined; body?: object } = {},
  ) {
    const url = new URL(`${address}/${path}`);
    for (const [name, text] of Object.entries(query)) url.searchParams.set(name, text);
    url.searchParams.set(
      'appsecret_proof',
      createHmac('sha256', keys.appSecret).update(keys.pageToken).digest('hex'),
    );
    const limit = AbortSignal.timeout(patience);
    const signal = stopping ? AbortSignal.any([stopping, limit]) : limit;
    const { status, text } = await callGraph(method, url, keys.pageToken, { signal, body });
    const value = parseExactJson(text);
    const { data: refused } = failure.safeParse(value);
    if (refused) throw new GraphError(toFetchFailure(refused.error.code), refused.error);
    if (status === 429) throw new GraphError('limit');
    if (status >= 500) throw new GraphError('unreachable');
    if (status !== 200) throw new GraphError('noLead');
    return { text, value };
  }

  async function read(id: string, fields: string, keys: MetaCredentials, stopping?: AbortSignal) {
    const { text, value } = await call('GET', id, { fields }, keys, { stopping });
    const { data } = answered.safeParse(value);
    if (!data || (!aliases.includes(id) && data.id !== id)) throw new GraphError('noLead');
    return { text, id: data.id, name: typeof data.name === 'string' ? data.name : null };
  }

  // All pages, by their cursors: the addresses that an answer names are not asked.
  async function* list<Item>(
    shape: z.ZodType<Page<Item>>,
    path: string,
    query: Record<string, string>,
    keys: MetaCredentials,
    stopping: AbortSignal,
  ): AsyncGenerator<Item[]> {
    let after: string | undefined;
    do {
      const { value } = await call('GET', path, { ...query, ...(after && { after }) }, keys, { stopping });
      const { data: page } = shape.safeParse(value);
      if (!page) throw new GraphError('noLead');
      yield page.data;
      const next = page.paging?.next === undefined ? undefined : page.paging.cursors?.after;
      after = next === after ? undefined : next;
    } while (after !== undefined);
  }

  return {
    async readLead(id, keys, stopping) {
      try {
        return (await read(id, adFields, keys, stopping)).text;
      } catch (error) {
        if (!isRefusedByMeta(error)) throw error;
        // The fields of ads need a permission of their own.
        return (await read(id, fields, keys, stopping)).text;
      }
    },
    async readFormName(id, keys, stopping) {
      try {
        return (await read(id, 'id,name', keys, stopping)).name;
      } catch (error) {
        if (isRefusedByMeta(error)) return null;
        throw error;
      }
    },
    async *listLeads(keys, { since, form }, stopping) {
      const filter = { field: 'time_created', operator: 'GREATER_THAN', value: seconds(since) };
      const filtering = JSON.stringify([filter]);
      const ids = { fields: 'id', limit: '500' };
      const all =
        form === undefined ? list(listed, 'me/leadgen_forms', ids, keys, stopping) : [[{ id: form }]];
      for await (const forms of all)
        for (const { id } of forms)
          for await (const leads of list(listed, `${id}/leads`, { ...ids, filtering }, keys, stopping))
            yield leads.map((lead) => lead.id);
    },
    async *listForms(keys, stopping) {
      const asked = { fields: 'id,name,status,questions{key,label}', limit: '25' };
      for await (const forms of list(formsListed, 'me/leadgen_forms', asked, keys, stopping))
        yield forms.filter(({ status }) => status === undefined || status === null || status === 'ACTIVE');
    },
    async readTokenEnd(keys, stopping) {
      const { id } = await read('app', 'id', keys, stopping);
      const app = { ...keys, pageToken: `${id}|${keys.appSecret}` };
      const { value } = await call('GET', 'debug_token', { input_token: keys.pageToken }, app, { stopping });
      const { data: told } = debugged.safeParse(value);
      if (!told) throw new GraphError('noLead');
      // 0 is never.
      const ends = [told.data.expires_at, told.data.data_access_expires_at].filter((at) => at);
      return ends.length > 0 ? new Date(Math.min(...ends.map(Number)) * 1_000) : null;
    },
    async subscribePage(keys) {
      await call('POST', 'me/subscribed_apps', { subscribed_fields: 'leadgen' }, keys);
    },
    async readPage(keys) {
      const { id, name } = await read('me', 'id,name', keys);
      return { id, name, keys };
    },
    async listPages(keys, stopping = AbortSignal.timeout(patience)) {
      const asked = { fields: 'id,name,access_token', limit: '100' };
      const found: GraphPage[] = [];
      try {
        for await (const pages of list(accounts, 'me/accounts', asked, keys, stopping))
          for (const { id, name = null, access_token: pageToken } of pages)
            if (pageToken) found.push({ id, name, keys: { ...keys, pageToken } });
      } catch (error) {
        if (!(error instanceof GraphError && ofNoUser.includes(error.failure))) throw error;
      }
      return found;
    },
    async isSubscribed(keys) {
      const { id } = await read('app', 'id', keys);
      const { value } = await call('GET', 'me/subscribed_apps', { fields: 'id,subscribed_fields' }, keys);
      const { data: told } = subscribed.safeParse(value);
      if (!told) throw new GraphError('noLead');
      return told.data.some((app) => app.id === id && app.subscribed_fields.includes('leadgen'));
    },
    async readNumber(id, keys) {
      const { value } = await call('GET', id, { fields: 'id,display_phone_number' }, keys);
      const { data: told } = numberOfWhatsApp.safeParse(value);
      if (!told) throw new GraphError('noLead');
      return told.display_phone_number;
    },
    async sendText({ number, recipient, text, mark }, keys, stopping) {
      const body = {
        ...{ messaging_product: 'whatsapp', recipient_type: 'individual' },
        ...(isWhatsAppId(recipient) ? { recipient } : { to: recipient }),
        ...{ type: 'text', text: { body: text, preview_url: false }, biz_opaque_callback_data: mark },
      };
      const { value } = await call('POST', `${number}/messages`, {}, keys, { stopping, body });
      if (!accepted.safeParse(value).success) throw new GraphError('noLead');
    },
  };
}

function seconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1_000);
}
