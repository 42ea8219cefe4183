import { createHmac } from 'node:crypto';
import type { MetaCredentials, MetaFetchFailure } from '#contract/intake/meta.ts';
import { TooCostlyError } from '#server/lib/workers/worker-pool.ts';
import type { AnswerData, AnswerKind } from './answers.ts';
import {
  callGraph,
  FileTooLargeError,
  fetchMetaFile,
  GraphError,
  isRefusedByMeta,
  toFetchFailure,
} from './graph-call.ts';
import { type OutgoingText, writeMessage } from './outgoing-message.ts';
import { readAnswer } from './read-from-meta.service.ts';

// Milliseconds for all of an answer; a file may take some times as long.
const usualPatience = 10_000;
const timesForFile = 6;

const fileHosts = /(?:^|\.)(?:fbsbx\.com|fbcdn\.net|facebook\.com|whatsapp\.net)$/;

const ofNoUser: readonly MetaFetchFailure[] = ['refused', 'noLead'];
const aliases = ['me', 'app'];
const accountId = /^\d{1,30}$/;

const fields = 'id,created_time,form_id,field_data';
const adFields = `${fields},platform,is_organic,ad_name,campaign_name`;

/** The kinds of answers that are pages of a list. */
type ListKind = 'ids' | 'forms' | 'pages' | 'templates';
type Item<Kind extends ListKind> = AnswerData[Kind]['data'][number];

/** A page of Facebook with the keys by which its leads are read. */
export type GraphPage = { id: string; name: string | null; keys: MetaCredentials };

/** A form of lead ads as Meta tells it. */
export type GraphForm = Item<'forms'>;

/** A message template of WhatsApp as Meta tells it. */
export type GraphTemplate = Item<'templates'>;

/** A lead as Meta's API gave it; `form`: Meta's id of its form. */
type FetchedLead = { text: string; form: string | undefined };

/** The calls of Meta's API, which return what it answered, checked. All throw a GraphError when it does not. */
export type Graph = {
  /** @throws GraphError */
  readLead: (id: string, keys: MetaCredentials, stopping?: AbortSignal) => Promise<FetchedLead>;
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
  /** `isOnPhone`: it also runs in the WhatsApp Business app. @throws GraphError */
  readNumber: (id: string, keys: MetaCredentials) => Promise<{ shown: string; isOnPhone: boolean }>;
  /** Lists the fields of WhatsApp that the app is subscribed to. @throws GraphError */
  listWhatsAppFields: (keys: MetaCredentials) => Promise<string[]>;
  /** Accounts of WhatsApp that the token may manage, as far as Meta names them. @throws GraphError */
  listAccounts: (keys: MetaCredentials, stopping?: AbortSignal) => Promise<string[]>;
  /** Templates of an account of WhatsApp, some at a time. @throws GraphError */
  listTemplates: (
    account: string,
    keys: MetaCredentials,
    stopping: AbortSignal,
  ) => AsyncGenerator<GraphTemplate[]>;
  /** Fetches a file that somebody sent by WhatsApp. @throws GraphError @throws FileTooLargeError */
  readFile: (
    id: string,
    keys: MetaCredentials,
    asked: { maxBytes: number; stopping: AbortSignal },
  ) => Promise<Buffer>;
  /** Has WhatsApp send a text, a template or a text with buttons. @returns what WhatsApp calls it. @throws GraphError */
  sendText: (
    message: OutgoingText,
    keys: MetaCredentials,
    stopping?: AbortSignal,
  ) => Promise<string | undefined>;
};

/**
 * Makes the calls of Meta's API; opens no connection. They ask no address of this machine or the local network, unless `address` is
 * one.
 *
 * @param address with its version.
 * @param patience milliseconds for all of an answer.
 */
export function openGraph(address: string, patience = usualPatience): Graph {
  async function call<Kind extends AnswerKind>(
    method: 'GET' | 'POST',
    path: string,
    kind: Kind,
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
    const { refusal, data } = await readAnswer(kind, text).catch((error: unknown) => {
      throw error instanceof TooCostlyError ? new GraphError('noLead') : error;
    });
    if (refusal !== undefined) throw new GraphError(toFetchFailure(refusal), { code: refusal });
    if (status === 429) throw new GraphError('limit');
    if (status >= 500) throw new GraphError('unreachable');
    if (status !== 200 || data === undefined) throw new GraphError('noLead');
    return { text, data };
  }

  async function read(id: string, fields: string, keys: MetaCredentials, stopping?: AbortSignal) {
    const { text, data } = await call('GET', id, 'record', { fields }, keys, { stopping });
    if (!aliases.includes(id) && data.id !== id) throw new GraphError('noLead');
    return { text, id: data.id, name: data.name ?? null, form: data.form_id };
  }

  /** Returns the app of a token, with keys to ask as the app itself. */
  async function readApp(keys: MetaCredentials, stopping?: AbortSignal) {
    const { id } = await read('app', 'id', keys, stopping);
    return { id, keys: { ...keys, pageToken: `${id}|${keys.appSecret}` } };
  }

  // All pages, by their cursors: the addresses that an answer names are not asked.
  async function* list<Kind extends ListKind>(
    kind: Kind,
    path: string,
    query: Record<string, string>,
    keys: MetaCredentials,
    stopping: AbortSignal,
  ): AsyncGenerator<Item<Kind>[]> {
    let after: string | undefined;
    do {
      const asked = { ...query, ...(after && { after }) };
      const { data: page } = await call('GET', path, kind, asked, keys, { stopping });
      yield page.data;
      const next = page.paging?.next === undefined ? undefined : page.paging.cursors?.after;
      after = next === after ? undefined : next;
    } while (after !== undefined);
  }

  async function inspectToken(keys: MetaCredentials, stopping: AbortSignal | undefined) {
    const app = await readApp(keys, stopping);
    const asked = { input_token: keys.pageToken };
    return (await call('GET', 'debug_token', 'token', asked, app.keys, { stopping })).data.data;
  }

  return {
    async readLead(id, keys, stopping) {
      try {
        return await read(id, adFields, keys, stopping);
      } catch (error) {
        if (!isRefusedByMeta(error)) throw error;
        // The fields of ads need a permission of their own.
        return await read(id, fields, keys, stopping);
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
        form === undefined ? list('ids', 'me/leadgen_forms', ids, keys, stopping) : [[{ id: form }]];
      for await (const forms of all)
        for (const { id } of forms)
          for await (const leads of list('ids', `${id}/leads`, { ...ids, filtering }, keys, stopping))
            yield leads.map((lead) => lead.id);
    },
    async *listForms(keys, stopping) {
      const asked = { fields: 'id,name,status,questions{key,label}', limit: '25' };
      for await (const forms of list('forms', 'me/leadgen_forms', asked, keys, stopping))
        yield forms.filter(({ status }) => status === undefined || status === null || status === 'ACTIVE');
    },
    async readTokenEnd(keys, stopping) {
      const { expires_at, data_access_expires_at } = await inspectToken(keys, stopping);
      // 0 is never.
      const ends = [expires_at, data_access_expires_at].filter((at) => at);
      return ends.length > 0 ? new Date(Math.min(...ends.map(Number)) * 1_000) : null;
    },
    async subscribePage(keys) {
      await call('POST', 'me/subscribed_apps', 'subscription', { subscribed_fields: 'leadgen' }, keys);
    },
    async readPage(keys) {
      const { id, name } = await read('me', 'id,name', keys);
      return { id, name, keys };
    },
    async listPages(keys, stopping = AbortSignal.timeout(patience)) {
      const asked = { fields: 'id,name,access_token', limit: '100' };
      const found: GraphPage[] = [];
      try {
        for await (const pages of list('pages', 'me/accounts', asked, keys, stopping))
          for (const { id, name = null, access_token: pageToken } of pages)
            if (pageToken) found.push({ id, name, keys: { ...keys, pageToken } });
      } catch (error) {
        if (!(error instanceof GraphError && ofNoUser.includes(error.failure))) throw error;
      }
      return found;
    },
    async isSubscribed(keys) {
      const { id } = await read('app', 'id', keys);
      const asked = { fields: 'id,subscribed_fields' };
      const { data } = await call('GET', 'me/subscribed_apps', 'apps', asked, keys);
      return data.data.some((app) => app.id === id && app.subscribed_fields.includes('leadgen'));
    },
    async readNumber(id, keys) {
      const ask = (fields: string) => call('GET', id, 'number', { fields }, keys);
      const { data } = await ask('id,display_phone_number,is_on_biz_app').catch((error: unknown) => {
        if (!isRefusedByMeta(error)) throw error;
        return ask('id,display_phone_number');
      });
      return { shown: data.display_phone_number, isOnPhone: data.is_on_biz_app === true };
    },
    async listWhatsAppFields(keys) {
      const app = await readApp(keys);
      const { data } = await call('GET', `${app.id}/subscriptions`, 'subscriptions', {}, app.keys);
      const own = data.data.filter(({ object }) => object === 'whatsapp_business_account');
      return own.flatMap(({ fields }) => fields.map(({ name }) => name));
    },
    async listAccounts(keys, stopping) {
      const { granular_scopes: scopes } = await inspectToken(keys, stopping);
      const ofWhatsApp = scopes.filter(({ scope }) => scope === 'whatsapp_business_management');
      return ofWhatsApp.flatMap(({ target_ids }) => target_ids).filter((id) => accountId.test(id));
    },
    listTemplates(account, keys, stopping) {
      const asked = { fields: 'name,language,status,category,components', limit: '100' };
      return list('templates', `${account}/message_templates`, asked, keys, stopping);
    },
    async readFile(id, keys, { maxBytes, stopping }) {
      const { data } = await call('GET', id, 'file', {}, keys, { stopping });
      if ((data.file_size ?? 0) > maxBytes) throw new FileTooLargeError();
      const url = toFileAddress(data.url, address);
      const signal = AbortSignal.any([stopping, AbortSignal.timeout(patience * timesForFile)]);
      return fetchMetaFile(url, keys.pageToken, { signal, maxBytes });
    },
    async sendText(message, keys, stopping) {
      const body = writeMessage(message);
      const { data } = await call('POST', `${message.number}/messages`, 'message', {}, keys, {
        stopping,
        body,
      });
      return data.messages[0]?.id;
    },
  };
}

/** The token goes nowhere but to Meta's hosts, or to where `graph` is. @throws GraphError */
function toFileAddress(text: string, graph: string): URL {
  const url = URL.parse(text);
  const isMeta = url?.protocol === 'https:' && url.port === '' && fileHosts.test(url.hostname);
  if (!url || !(isMeta || url.origin === new URL(graph).origin)) throw new GraphError('noLead');
  return url;
}

function seconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1_000);
}
