import { z } from 'zod';

/** The version of settings: a SHA-256 of what they are. `z.hash` would bring every format that Zod knows to the browser. */
export const settingsVersion = z.string().regex(/^[0-9a-f]{64}$/);

/** A mark as {@link computeListMark} makes it. */
export const listMarkSchema = z.string().regex(/^[0-9a-f]{1,16}$/);

/** Computes a short mark of a list's content, the same on both sides, on which an edit of the whole list is based. */
export function computeListMark(list: readonly object[]): string {
  const written = JSON.stringify(list.map((item) => Object.entries(item).sort()));
  // FNV-1a, 64 bits: browsers have no other hash that is synchronous, or there over plain http.
  let hash = 0xcbf29ce484222325n;
  for (let at = 0; at < written.length; at++)
    hash = BigInt.asUintN(64, (hash ^ BigInt(written.charCodeAt(at))) * 0x100000001b3n);
  return hash.toString(16);
}
