import {
  basePath,
  type Endpoint,
  type EndpointBodyInput,
  type EndpointParamsInput,
  type EndpointQueryInput,
  type EndpointReply,
} from '#contract/call/endpoint.ts';
import { reportPresence } from '#contract/presence.ts';
import { serverConnectionStore } from '#web/lib/live/connection.ts';
import { serverClock } from '#web/lib/live/server-clock.ts';
import { session } from '#web/lib/session/session.ts';
import { ApiError, toApiError } from './api-error.ts';
import { ownChanges } from './own-changes.ts';

type Part<K extends string, V> = undefined extends V ? { [key in K]?: V } : { [key in K]: V };
type OptionalWhenEmpty<K extends string, V> = V extends object
  ? Partial<V> extends V
    ? { [key in K]?: V }
    : { [key in K]: V }
  : Part<K, V>;

/** The params, query and body that an endpoint takes. */
export type CallParts<E extends Endpoint> = Part<'params', EndpointParamsInput<E>> &
  OptionalWhenEmpty<'query', EndpointQueryInput<E>> &
  Part<'body', EndpointBodyInput<E>>;

/** All that a call of an endpoint takes: its parts, files and headers. */
export type CallInput<E extends Endpoint> = CallParts<E> & {
  files?: Record<string, File | undefined>;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  keepalive?: boolean;
};

type Values = Record<string, unknown>;
type AnyInput = {
  params?: Values;
  query?: Values;
  body?: unknown;
  files?: Record<string, File | undefined>;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  keepalive?: boolean;
};

/**
 * Calls an endpoint with the session's bearer token.
 *
 * @returns the reply; undefined for an endpoint without one, or an empty answer.
 * @throws ApiError for refusals and missing answers. A 401 to a signed-in call ends the session; a missing second
 *   factor is noted in the session.
 */
export async function call<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<EndpointReply<E>> {
  const response = await sendRequest(endpoint, input as AnyInput);
  if (!endpoint.reply || response.status === 204) return undefined as EndpointReply<E>;
  const text = await response.text();
  return (text ? JSON.parse(text) : undefined) as EndpointReply<E>;
}

/**
 * Reads without giving way, for what a browser prints right after it has asked: nothing else would be there in time.
 *
 * @returns undefined for a refusal and a missing answer.
 */
export function readSynchronously<E extends Endpoint>(
  endpoint: E,
  input: CallParts<E>,
): EndpointReply<E> | undefined {
  const request = new XMLHttpRequest();
  request.open(endpoint.method, urlOf(endpoint, input as AnyInput), false);
  request.setRequestHeader('authorization', `Bearer ${session.get()?.token}`);
  try {
    request.send();
    return request.status === 200 ? (JSON.parse(request.responseText) as EndpointReply<E>) : undefined;
  } catch {
    return undefined;
  }
}

/** {@link call} for a stream. @returns the answer, unread. @throws ApiError */
export async function sendRequest(endpoint: Endpoint, input: AnyInput): Promise<Response> {
  const token = endpoint.who === 'public' ? undefined : session.get()?.token;
  const { body, contentType } = encode(endpoint, input);
  const headers = new Headers(input.headers);
  if (token) headers.set('authorization', `Bearer ${token}`);
  if (contentType) headers.set('content-type', contentType);

  let response: Response;
  try {
    response = await fetch(urlOf(endpoint, input), {
      method: endpoint.method,
      headers,
      body,
      signal: endpoint.method === 'GET' ? untilLost(input.signal) : input.signal,
      keepalive: input.keepalive,
    });
  } catch (cause) {
    if (input.signal?.aborted) throw cause;
    serverConnectionStore.unanswered();
    throw new ApiError(0, 'offline', '');
  }
  serverConnectionStore.answered();
  serverClock.hear(response.headers.get('date'));
  if (response.ok) {
    if (endpoint.method !== 'GET' && endpoint !== reportPresence) ownChanges.note();
    return response;
  }
  if (response.status === 401 && token && token === session.get()?.token) session.end('expired');
  const error = await toApiError(response);
  const employee = session.get();
  if (error.code === 'second_factor_required' && employee && token === employee.token)
    session.refresh({ ...employee, needsSecondFactor: true });
  throw error;
}

function untilLost(signal: AbortSignal | undefined): AbortSignal {
  const lost = serverConnectionStore.lossSignal();
  return signal ? AbortSignal.any([signal, lost]) : lost;
}

function urlOf(endpoint: Endpoint, { params = {}, query = {} }: AnyInput): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_place, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  const text = search.toString();
  return (endpoint.base ?? basePath) + path + (text && `?${text}`);
}

function encode(
  endpoint: Endpoint,
  { body, files = {} }: AnyInput,
): { body?: BodyInit; contentType?: string } {
  // A form has neither null nor lists: such a call is JSON.
  const needsJson = Object.values((body ?? {}) as Values).some((one) => one === null || Array.isArray(one));
  if (!endpoint.multipart || needsJson) {
    return body === undefined ? {} : { body: JSON.stringify(body), contentType: 'application/json' };
  }
  const form = new FormData();
  for (const [name, value] of Object.entries((body ?? {}) as Values)) {
    if (value === undefined || value === null) continue;
    form.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  for (const [name, file] of Object.entries(files)) if (file) form.set(name, file);
  return { body: form };
}
