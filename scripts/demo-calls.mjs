// Calls of the demo's server.

/** The address of the demo's server. */
export const server = `http://127.0.0.1:${process.env.PORT || 3000}`;

/**
 * Posts a body to the demo's server.
 *
 * @param {string} path @param {unknown} body JSON, or as `type` says. @param {string} [token] @param {string} [type] @param {string} [method]
 * @returns {Promise<unknown>} undefined when there is no answer, or a refusal.
 */
export async function post(path, body, token, type = 'application/json', method = 'POST') {
  const headers = {
    ...{ accept: 'application/json', 'content-type': type },
    ...(token && { authorization: `Bearer ${token}` }),
  };
  const sent = type === 'application/json' ? JSON.stringify(body) : String(body);
  const response = await fetch(server + path, { method, headers, body: sent }).catch(() => undefined);
  return response?.ok ? response.json() : undefined;
}

/** Reads JSON from the demo's server. @param {string} path @param {string} [token] @returns {Promise<unknown>} as `post`. */
export async function get(path, token) {
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const response = await fetch(server + path, { headers }).catch(() => undefined);
  return response?.ok ? response.json() : undefined;
}

/** Patches what is at a path. @param {string} path @param {object} body @param {string} token @returns {Promise<unknown>} as `post`. */
export const patch = (path, body, token) => post(path, body, token, 'application/json', 'PATCH');

/** Waits, without keeping the process alive. @param {number} milliseconds */
export function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}
