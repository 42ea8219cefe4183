import { lookup } from 'node:dns';
import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { MetaFetchFailure } from '#contract/intake/meta.ts';
import { getErrorCode } from '#server/lib/errors.ts';
import { isLoopbackHost, isPublicAddress } from '#server/lib/network.ts';

const mostBytes = 262_144;

const limitCodes = [4, 17, 32, 341, 368, 613, 80_005, 80_007, 130_429, 131_048, 131_056];
const tokenCodes = [102, 190];
const passingCodes = [1, 2, 131_000, 131_016, 131_057];

export class GraphError extends Error {
  override name = 'GraphError';
  readonly failure: MetaFetchFailure;
  readonly code: number | undefined;
  readonly isUnsent: boolean;

  constructor(
    failure: MetaFetchFailure,
    { code, isUnsent = false }: { code?: number; isUnsent?: boolean } = {},
  ) {
    super(failure);
    this.failure = failure;
    this.code = code;
    this.isUnsent = isUnsent;
  }
}

export function toFetchFailure(code: number): MetaFetchFailure {
  if (limitCodes.includes(code)) return 'limit';
  if (tokenCodes.includes(code)) return 'tokenEnded';
  return passingCodes.includes(code) ? 'unreachable' : 'refused';
}

export function isRefusedByMeta(error: unknown): boolean {
  return error instanceof GraphError && error.failure === 'refused';
}

const unsent = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];

/**
 * Calls Meta's API. It asks no address of this machine or the local network, unless `url` names one, and follows no redirect. @throws
 * GraphError
 */
export function callGraph(
  method: string,
  url: URL,
  token: string,
  { signal, body }: { signal: AbortSignal; body?: object | undefined },
): Promise<{ status: number; text: string }> {
  const send = url.protocol === 'https:' ? requestSecure : requestPlain;
  const sent = body && Buffer.from(JSON.stringify(body));
  const headers = {
    ...{ authorization: `Bearer ${token}`, accept: 'application/json' },
    ...(sent && { 'content-type': 'application/json', 'content-length': sent.length }),
  };
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
    request.on('error', (error) =>
      reject(new GraphError('unreachable', { isUnsent: unsent.includes(getErrorCode(error)) })),
    );
    request.end(sent);
  });
}

const lookupPublic: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (error, all) => {
    const found = error ? [] : all.filter(({ address }) => isPublicAddress(address));
    const [first] = found;
    if (!first) done(error ?? Object.assign(new Error('No public address'), { code: 'ENOTFOUND' }), '');
    else if (options.all) done(null, found);
    else done(null, first.address, first.family);
  });
};
