// Meta's Graph API for the demo and for tests.
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';

/** @typedef {{ answers: Record<string, string | string[]>, form?: string, ad?: string, campaign?: string, at?: number }} GraphLead */

/**
 * Says what it was asked; `body`: of a message that is sent.
 *
 * @typedef {{ method: string, id: string, host: string, fields: string[], authorization: string, proof: string | null, query: URLSearchParams, body:
 * string, }} Asked
 */

/** @typedef {import('node:http').ServerResponse} ServerResponse */
/** @typedef {(response: ServerResponse, asked: Asked) => void} Answer */

const app = '5500550055';

/**
 * Listens on the loopback address as Meta's API.
 *
 * @returns its `url`, what it answers with, to be filled in, and what it was asked.
 * @param {{ onMessage?: (body: string) => void }} [options] `onMessage`: hears of messages that are sent.
 */
export async function openStandInGraph({ onMessage } = {}) {
  /** @type {Map<string, GraphLead>} */
  const leads = new Map();
  const forms = new Map([['me', 'Meghna Motors']]);
  /** @type {Map<string, Record<string, string>>} */
  const questions = new Map();
  /** @type {Map<string, string>} */
  const numbers = new Map();
  /** @type {Map<string, { content: Buffer, size?: number, url?: string }>} */
  const files = new Map();
  /** @type {Map<string, object[]>} */
  const templates = new Map();
  /** @type {Set<string>} */
  const onPhone = new Set();
  /** @type {string[]} */
  const whatsAppFields = [];
  /** @type {Map<string, { name: string, token: string, forms: string[] }>} */
  const pages = new Map();
  let isSubscribed = false;
  const token = { expires_at: 0, data_access_expires_at: 0 };
  /** @type {Asked[]} */
  const asked = [];
  /** @type {Answer | undefined} */
  let answer;

  const server = createServer(async (request, response) => {
    const parts = [];
    for await (const part of request) parts.push(part);
    const url = new URL(request.url ?? '/', 'http://graph.test');
    const now = {
      method: request.method ?? '',
      id: url.pathname.replace('/v26.0/', ''),
      host: request.headers.host ?? '',
      fields: (url.searchParams.get('fields') ?? url.searchParams.get('subscribed_fields') ?? '').split(','),
      authorization: request.headers.authorization ?? '',
      proof: url.searchParams.get('appsecret_proof'),
      query: url.searchParams,
      body: Buffer.concat(parts).toString('utf8'),
    };
    asked.push(now);
    const usual = answer ?? (pages.size > 0 ? answerBySystemUser : answerAsMeta);
    usual(response, now);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  const listening = server.address();
  if (typeof listening !== 'object' || !listening) throw new Error('It listens on a port');

  /** @type {Answer} */
  function answerAsMeta(response, { method, id, host, fields, query, authorization, body }) {
    const [name, lead, file] = [forms.get(id), leads.get(id), files.get(id.replace('/media/', ''))];
    if (file && id.startsWith('/media/')) response.end(file.content);
    else if (file) {
      const { content, size = content.length, url = `http://${host}/media/${id}` } = file;
      sendJson(response, 200, { id, url, mime_type: 'image/jpeg', file_size: String(size) });
    } else if (id.endsWith('/messages')) {
      sendJson(response, 200, { messages: [{ id: `wamid.${asked.length}` }] });
      onMessage?.(body);
    } else if (method === 'POST') {
      isSubscribed ||= id === 'me/subscribed_apps';
      sendJson(response, 200, { success: true });
    } else if (id === 'me/subscribed_apps') {
      const apps = isSubscribed ? [{ id: app, subscribed_fields: ['leadgen'] }] : [];
      sendJson(response, 200, { data: apps });
    } else if (id === `${app}/subscriptions`) {
      const subscribed = whatsAppFields.map((name) => ({ name, version: 'v26.0' }));
      const data = [{ object: 'whatsapp_business_account', active: true, fields: subscribed }];
      authorization.startsWith(`Bearer ${app}|`)
        ? sendJson(response, 200, { data })
        : sendError(response, 100);
    } else if (numbers.has(id))
      sendJson(response, 200, {
        ...{ id, display_phone_number: numbers.get(id), is_on_biz_app: onPhone.has(id) },
      });
    else if (id === 'me/accounts') sendError(response, 100);
    else if (id.endsWith('/message_templates'))
      sendJson(response, 200, { data: templates.get(id.split('/')[0] ?? '') ?? [] });
    else if (id.includes('/')) sendJson(response, 200, listOf(id, query, fields));
    else if (id === 'app') sendJson(response, 200, { id: app });
    else if (id === 'debug_token')
      authorization.startsWith(`Bearer ${app}|`)
        ? sendJson(response, 200, { data: token })
        : sendError(response, 100);
    else if (name !== undefined) sendJson(response, 200, { id, name });
    else if (lead) sendJson(response, 200, fieldsOf(id, lead, fields));
    else sendError(response, 100);
  }

  /** @type {Answer} */
  function answerBySystemUser(response, now) {
    const { id, authorization } = now;
    const page = [...pages].find(([, { token }]) => authorization === `Bearer ${token}`);
    const form =
      forms.has(id) && id !== 'me' ? id : id.endsWith('/leads') ? id.split('/')[0] : leads.get(id)?.form;
    if (id === 'me/accounts' && !page) {
      const data = [...pages].map(([id, { name, token }]) => ({ id, name, access_token: token }));
      sendJson(response, 200, { data });
    } else if (page && id === 'me') sendJson(response, 200, { id: page[0], name: page[1].name });
    else if (page && id === 'me/leadgen_forms')
      sendJson(response, 200, { data: page[1].forms.map((id) => ({ id })) });
    else if (form !== undefined && !page?.[1].forms.includes(form)) sendError(response, 100);
    else answerAsMeta(response, now);
  }

  /**
   * Two a page, so that there are several.
   *
   * @param {string} path @param {URLSearchParams} query @param {readonly string[]} fields
   */
  function listOf(path, query, fields) {
    const [form = '', edge] = path.split('/');
    const since = Number(/"value":(\d+)/.exec(query.get('filtering') ?? '')?.[1] ?? 0);
    const ofForm = [...leads].filter(([, lead]) => lead.form === form && (lead.at ?? Infinity) > since);
    const all =
      edge === 'leadgen_forms' ? [...forms.keys()].filter((id) => id !== 'me') : ofForm.map(([id]) => id);
    const from = Number(query.get('after') ?? 0);
    const shown = (/** @type {string} */ id) => ({
      ...{ id, name: forms.get(id), status: 'ACTIVE' },
      questions: Object.entries(questions.get(id) ?? {}).map(([key, label]) => ({ key, label })),
    });
    const data = all.slice(from, from + 2).map((id) => (fields.includes('name') ? shown(id) : { id }));
    const next = from + 2 < all.length ? { next: 'http://127.0.0.1:1/elsewhere' } : {};
    return { data, paging: { cursors: { before: String(from), after: String(from + 2) }, ...next } };
  }

  /** @param {string} id @param {GraphLead} lead @param {readonly string[]} fields */
  function fieldsOf(id, lead, fields) {
    /** @type {Record<string, unknown>} */
    const all = {
      id,
      created_time: lead.at ? new Date(lead.at * 1_000).toISOString() : '2026-03-10T05:59:00+0000',
      form_id: lead.form,
      field_data: Object.entries(lead.answers).map(([name, values]) => ({ name, values: [values].flat() })),
      platform: 'ig',
      is_organic: lead.ad === undefined,
      ad_name: lead.ad,
      campaign_name: lead.campaign,
    };
    return Object.fromEntries(fields.map((field) => [field, all[field]]));
  }

  return {
    url: `http://127.0.0.1:${listening.port}/v26.0`,
    leads,
    files,
    forms,
    questions,
    numbers,
    templates,
    onPhone,
    whatsAppFields,
    pages,
    token,
    asked,
    /** @param {Answer | undefined} other */
    answerWith: (other) => {
      answer = other;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Answers with JSON. @param {ServerResponse} response @param {number} status @param {object} body */
export function sendJson(response, status, body) {
  response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' });
  response.end(JSON.stringify(body));
}

/** Answers with an error as Meta words it. @param {ServerResponse} response @param {number} code of Meta's. */
export function sendError(response, code) {
  const error = { message: `(#${code}) Refused`, type: 'OAuthException', code, fbtrace_id: 'A1b2C3' };
  sendJson(response, code === 190 ? 401 : 400, { error });
}

/** Returns the body by which Meta notifies of leads. @param {readonly string[]} leads their ids. */
export function createLeadNotification(leads, page = '2200220022') {
  const changes = leads.map(
    (id) =>
      `{"field":"leadgen","value":{"created_time":1773122340,"leadgen_id":${id},"page_id":"${page}","form_id":"3300330033"}}`,
  );
  return `{"object":"page","entry":[{"id":"${page}","time":1773122341,"changes":[${changes.join(',')}]}]}`;
}

/**
 * The header of a notification.
 *
 * @param {string | Buffer} body @param {string} appSecret
 */
export function signatureOf(body, appSecret) {
  return `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`;
}
