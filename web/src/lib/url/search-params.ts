/** Reads a query as plain strings, so that `?search=0171…` stays as typed. The last of a repeated name counts. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

/** Writes values as a query with its `?`; absent and empty ones are left out, and '' stands for none at all. */
export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== '') params.set(name, String(value));
  }
  // A query may hold these as they are: addresses of dialogs stay legible.
  const text = params.toString().replaceAll('%3A', ':').replaceAll('%2C', ',');
  return text && `?${text}`;
}

/** @returns the path if it leads to this site: a link must send nobody elsewhere after login. */
export function toOwnPath(path: unknown, origin: string): string | undefined {
  if (typeof path !== 'string' || !path.startsWith('/')) return undefined;
  try {
    const url = new URL(path, origin);
    const isOwn = url.origin === origin && !url.pathname.startsWith('//');
    return isOwn ? url.pathname + url.search + url.hash : undefined;
  } catch {
    return undefined;
  }
}
