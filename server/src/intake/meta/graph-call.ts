import type { MetaFetchFailure } from '#contract/intake/meta.ts';
import { callAddress, fetchBytes, OutgoingCallError } from '#server/lib/outgoing-call.ts';

const limitCodes = [4, 17, 32, 341, 368, 613, 80_005, 80_007, 130_429, 131_048, 131_056];
const tokenCodes = [102, 190];
const passingCodes = [1, 2, 131_000, 131_016, 131_057];

/** Says that Meta's API did not answer a call. `failure`: why; `code`: Meta's own of the error; `isUnsent`: Meta cannot have got it. */
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

/** Returns the kind of failure that a code of Meta's means. */
export function toFetchFailure(code: number): MetaFetchFailure {
  if (limitCodes.includes(code)) return 'limit';
  if (tokenCodes.includes(code)) return 'tokenEnded';
  return passingCodes.includes(code) ? 'unreachable' : 'refused';
}

/** Tells whether an error is Meta's refusal, which another attempt would not change. */
export function isRefusedByMeta(error: unknown): boolean {
  return error instanceof GraphError && error.failure === 'refused';
}

/** Says that a file is larger than may be fetched. */
export class FileTooLargeError extends Error {}

/**
 * Fetches a file of Meta's. It asks and follows as {@link callGraph}.
 *
 * @throws GraphError
 * @throws FileTooLargeError
 */
export async function fetchMetaFile(
  url: URL,
  token: string,
  { signal, maxBytes }: { signal: AbortSignal; maxBytes: number },
): Promise<Buffer> {
  const headers = { authorization: `Bearer ${token}` };
  const { status, bytes } = await fetchBytes(url, { method: 'GET', headers, signal }, maxBytes).catch(
    (error: unknown) => {
      if (!(error instanceof OutgoingCallError)) throw error;
      throw error.isTooLong ? new FileTooLargeError() : new GraphError('unreachable');
    },
  );
  if (status === 429) throw new GraphError('limit');
  if (status >= 500) throw new GraphError('unreachable');
  if (status !== 200) throw new GraphError('noLead');
  return bytes;
}

/**
 * Calls Meta's API, whatever status it answers. It asks no address of this machine or the local network, unless `url` names one, and
 * follows no redirect.
 *
 * @throws GraphError when there is no answer.
 */
export async function callGraph(
  method: string,
  url: URL,
  token: string,
  { signal, body }: { signal: AbortSignal; body?: object | undefined },
): Promise<{ status: number; text: string }> {
  const sent = body && Buffer.from(JSON.stringify(body));
  const headers = {
    ...{ authorization: `Bearer ${token}`, accept: 'application/json' },
    ...(sent && { 'content-type': 'application/json' }),
  };
  try {
    return await callAddress(url, { method, headers, body: sent, signal });
  } catch (error) {
    if (!(error instanceof OutgoingCallError)) throw error;
    throw new GraphError(error.isTooLong ? 'noLead' : 'unreachable', { isUnsent: error.isUnsent });
  }
}
