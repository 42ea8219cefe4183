import { createHmac } from 'node:crypto';
import { lookup } from 'node:dns';
import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import type { LookupFunction } from 'node:net';
import { z } from 'zod';
import type { FetchFailure, MetaKeys } from '#contract/intake/meta.ts';
import { parseExactJson } from '#server/lib/exact-json.ts';
import { isLoopbackHost, isPublicAddress } from '#server/lib/network.ts';

/** Bytes of an answer. */
const mostBytes = 262_144;
/** Milliseconds for all of an answer. */
const usualPatience = 10_000;

/** Sources: https://developers.facebook.com/docs/graph-api/guides/error-handling, …/overview/rate-limiting. */
const limitCodes = [4, 17, 32, 341, 368, 613, 80_005];
const tokenCodes = [102, 190];
const passingCodes = [1, 2];

const fields = 'id,created_time,form_id,field_data';
const adFields = `${fields},platform,is_organic,ad_name,campaign_name`;

const failure = z.object({ error: z.object({ code: z.coerce.number() }) });
const answered = z.looseObject({ id: z.string() });
const listed = z.object({
  data: z.array(z.object({ id: z.string().regex(/^\d{1,30}$/) })),
  paging: z
    .object({ next: z.string().optional(), cursors: z.object({ after: z.string() }).optional() })
    .optional(),
});

export class GraphError extends Error {
  override name = 'GraphError';
  readonly failure: FetchFailure;

  constructor(failure: FetchFailure) {
    super(failure);
    this.failure = failure;
  }
}

/** Meta's API. What it answers is returned as it came. */
export type Graph = {
  /** With what it may say of ad and campaign. @throws GraphError */
  readLead: (id: string, keys: MetaKeys, stopping?: AbortSignal) => Promise<string>;
  /** @returns null if it may not be read. @throws GraphError */
  readFormName: (id: string, keys: MetaKeys, stopping?: AbortSignal) => Promise<string | null>;
  /** Ids of leads of the token's page since a moment, form by form, some hundred at a time. @throws GraphError */
  listLeads: (keys: MetaKeys, since: Date, stopping: AbortSignal) => AsyncGenerator<string[]>;
  /** Has the page of the token send its leads to the app. @returns the page's name. @throws GraphError */
  subscribePage: (keys: MetaKeys) => Promise<string>;
};

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
    keys: MetaKeys,
    stopping?: AbortSignal,
  ) {
    const url = new URL(`${address}/${path}`);
    for (const [name, text] of Object.entries(query)) url.searchParams.set(name, text);
    url.searchParams.set(
      'appsecret_proof',
      createHmac('sha256', keys.appSecret).update(keys.pageToken).digest('hex'),
    );
    const limit = AbortSignal.timeout(patience);
    const signal = stopping ? AbortSignal.any([stopping, limit]) : limit;
    const { status, text } = await ask(method, url, keys.pageToken, signal);
    const value = parseExactJson(text);
    const { data: refused } = failure.safeParse(value);
    if (refused) throw new GraphError(failureOf(refused.error.code));
    if (status === 429) throw new GraphError('limit');
    if (status >= 500) throw new GraphError('unreachable');
    if (status !== 200) throw new GraphError('noLead');
    return { text, value };
  }

  async function read(id: string, fields: string, keys: MetaKeys, stopping?: AbortSignal) {
    const { text, value } = await call('GET', id, { fields }, keys, stopping);
    const { data } = answered.safeParse(value);
    if (!data || (id !== 'me' && data.id !== id)) throw new GraphError('noLead');
    return { text, name: typeof data.name === 'string' ? data.name : null };
  }

  /** All pages, by their cursors: the addresses that an answer names are not asked. */
  async function* list(
    path: string,
    query: Record<string, string>,
    keys: MetaKeys,
    stopping: AbortSignal,
  ): AsyncGenerator<string[]> {
    let after: string | undefined;
    do {
      const asked = { ...query, fields: 'id', limit: '500', ...(after !== undefined && { after }) };
      const { value } = await call('GET', path, asked, keys, stopping);
      const { data: page } = listed.safeParse(value);
      if (!page) throw new GraphError('noLead');
      yield page.data.map(({ id }) => id);
      const next = page.paging?.next === undefined ? undefined : page.paging.cursors?.after;
      after = next === after ? undefined : next;
    } while (after !== undefined);
  }

  return {
    async readLead(id, keys, stopping) {
      try {
        return (await read(id, adFields, keys, stopping)).text;
      } catch (error) {
        if (!isRefused(error)) throw error;
        // The fields of ads need a permission of their own.
        return (await read(id, fields, keys, stopping)).text;
      }
    },
    async readFormName(id, keys, stopping) {
      try {
        return (await read(id, 'id,name', keys, stopping)).name;
      } catch (error) {
        if (isRefused(error)) return null;
        throw error;
      }
    },
    async *listLeads(keys, since, stopping) {
      const filter = { field: 'time_created', operator: 'GREATER_THAN', value: seconds(since) };
      const filtering = JSON.stringify([filter]);
      for await (const forms of list('me/leadgen_forms', {}, keys, stopping))
        for (const form of forms) yield* list(`${form}/leads`, { filtering }, keys, stopping);
    },
    async subscribePage(keys) {
      const { name } = await read('me', 'id,name', keys);
      if (name === null) throw new GraphError('noLead');
      await call('POST', 'me/subscribed_apps', { subscribed_fields: 'leadgen' }, keys);
      return name;
    },
  };
}

function seconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1_000);
}

function failureOf(code: number): FetchFailure {
  if (limitCodes.includes(code)) return 'limit';
  if (tokenCodes.includes(code)) return 'tokenEnded';
  return passingCodes.includes(code) ? 'unreachable' : 'refused';
}

function isRefused(error: unknown): boolean {
  return error instanceof GraphError && error.failure === 'refused';
}

/** Sends no body, and follows no redirect. */
function ask(
  method: string,
  url: URL,
  token: string,
  signal: AbortSignal,
): Promise<{ status: number; text: string }> {
  const send = url.protocol === 'https:' ? requestSecure : requestPlain;
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json' };
  // An address is no name, and is asked as it is.
  const asked = isLoopbackHost(url.hostname) ? {} : { lookup: lookupPublic };
  return new Promise((resolve, reject) => {
    const request = send(url, { method, headers, signal, ...asked }, (answer) => {
      const parts: Buffer[] = [];
      let bytes = 0;
      answer.on('data', (part: Buffer) => {
        bytes += part.length;
        parts.push(part);
        if (bytes <= mostBytes) return;
        request.destroy();
        reject(new GraphError('noLead'));
      });
      answer.on('end', () => {
        const text = new TextDecoder().decode(Buffer.concat(parts));
        resolve({ status: answer.statusCode ?? 0, text });
      });
      answer.on('error', () => reject(new GraphError('unreachable')));
    });
    request.on('error', () => reject(new GraphError('unreachable')));
    request.end();
  });
}

const lookupPublic: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (error, all) => {
    const found = error ? [] : all.filter(({ address }) => isPublicAddress(address));
    const [first] = found;
    if (!first) done(error ?? new Error('No public address'), '');
    else if (options.all) done(null, found);
    else done(null, first.address, first.family);
  });
};
