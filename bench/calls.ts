import { type Endpoint, getFullPath } from '#contract/call/endpoint.ts';
import type { Ask } from './connection.ts';
import type { Scenario } from './load.ts';
import type { Reply } from './replies.ts';

type Parts = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: object | undefined;
};

/** Makes a scenario that reads. @param isTrue judges whether a reply is right. */
export function read(
  name: string,
  endpoint: Endpoint,
  isTrue: (reply: Reply) => boolean,
  parts: Parts = {},
): Scenario & { endpoint: Endpoint } {
  const asked = ask(endpoint, parts);
  return { name, endpoint, ask: () => asked, isTrue };
}

/** Makes a scenario that changes a record by its id, another one each turn. */
export function write(
  name: string,
  endpoint: Endpoint,
  ids: readonly string[],
  bodyOf: (turn: number) => object | undefined,
): Scenario & { endpoint: Endpoint } {
  const idOf = (turn: number) => ids[turn % ids.length] ?? '';
  return {
    name,
    endpoint,
    ask: (turn) => ask(endpoint, { params: { id: idOf(turn) }, body: bodyOf(turn) }),
    isTrue: (reply, turn) => reply._id === idOf(turn),
  };
}

/** Makes the request of a call. */
export function ask(endpoint: Endpoint, { params = {}, query = {}, body }: Parts): Ask {
  const filled = getFullPath(endpoint).replace(/:(\w+)/g, (_, name: string) => params[name] ?? '');
  return { method: endpoint.method, path: `${filled}?${new URLSearchParams(query)}`, ...(body && { body }) };
}
