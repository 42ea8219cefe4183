import { lookup } from 'node:dns';
import { type ClientRequest, type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isLoopbackHost, isPublicAddress } from './network.ts';

const maxAnswerBytes = 262_144;

/**
 * Says that a call got no answer. `isUnsent`: the other side certainly did not get the call; `isTooLong`: its answer was, and is not
 * read.
 */
export class OutgoingCallError extends Error {
  override name = 'OutgoingCallError';
  readonly isUnsent: boolean;
  readonly isTooLong: boolean;

  constructor({ isUnsent = false, isTooLong = false }: { isUnsent?: boolean; isTooLong?: boolean }) {
    super('No answer');
    this.isUnsent = isUnsent;
    this.isTooLong = isTooLong;
  }
}

type OutgoingCall = {
  method: string;
  headers: Record<string, string>;
  body?: Buffer | undefined;
  signal: AbortSignal;
  // Refuses an address of this machine or the local network also where `url` names it.
  isPublicOnly?: boolean;
};

/**
 * Calls an address, whatever status it answers. It asks no address of this machine or the local network, unless `url` names one, and
 * follows no redirect.
 *
 * @throws OutgoingCallError when there is no answer.
 */
export async function callAddress(url: URL, call: OutgoingCall): Promise<{ status: number; text: string }> {
  const { status, bytes } = await fetchBytes(url, call, maxAnswerBytes);
  return { status, text: new TextDecoder().decode(bytes) };
}

/**
 * Calls an address as {@link callAddress} does, and returns the answer as bytes.
 *
 * @throws OutgoingCallError also for an answer of more than `maxBytes`.
 */
export function fetchBytes(
  url: URL,
  { method, headers, body, signal, isPublicOnly = false }: OutgoingCall,
  maxBytes: number,
): Promise<{ status: number; bytes: Buffer }> {
  const isSecure = url.protocol === 'https:';
  const send = isSecure ? requestSecure : requestPlain;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isRefused = isPublicOnly && isIP(host) !== 0 && !isPublicAddress(host);
  if (isRefused) return Promise.reject(new OutgoingCallError({ isUnsent: true }));
  // An address is no name, and is asked as it is.
  const asked = !isPublicOnly && isLoopbackHost(url.hostname) ? {} : { lookup: lookupPublic };
  const length = body && { 'content-length': String(body.length) };
  return new Promise((resolve, reject) => {
    const request = begin((answer) => {
      const parts: Buffer[] = [];
      let bytes = 0;
      answer.on('data', (part: Buffer) => {
        bytes += part.length;
        parts.push(part);
        if (bytes <= maxBytes) return;
        request.destroy();
        reject(new OutgoingCallError({ isTooLong: true }));
      });
      answer.on('end', () => {
        resolve({ status: answer.statusCode ?? 0, bytes: Buffer.concat(parts) });
      });
      answer.on('error', () => reject(new OutgoingCallError({})));
    });
    const mayBeHeard = watchConnection(request, isSecure ? 'secureConnect' : 'connect');
    request.on('error', () => reject(new OutgoingCallError({ isUnsent: !mayBeHeard() })));
    request.end(body);
  });

  /** @throws OutgoingCallError for what no request can hold, such as a header in other letters. */
  function begin(onAnswer: (answer: IncomingMessage) => void): ClientRequest {
    try {
      return send(url, { method, headers: { ...headers, ...length }, signal, ...asked }, onAnswer);
    } catch {
      throw new OutgoingCallError({ isUnsent: true });
    }
  }
}

// Nothing of a request goes out before its connection stands.
function watchConnection(request: ClientRequest, connected: 'connect' | 'secureConnect'): () => boolean {
  let mayBeHeard = false;
  request.once('socket', (socket) => {
    if (request.reusedSocket || !socket.connecting) mayBeHeard = true;
    else
      socket.once(connected, () => {
        mayBeHeard = true;
      });
  });
  return () => mayBeHeard;
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
