import type { MetaFetchFailure } from '#contract/intake/meta.ts';
import { callAddress, OutgoingCallError } from '#server/lib/outgoing-call.ts';

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

/**
 * Calls Meta's API. It asks no address of this machine or the local network, unless `url` names one, and follows no redirect. @throws
 * GraphError
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
