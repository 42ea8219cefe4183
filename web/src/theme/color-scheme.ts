import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';

const name = 'color-scheme';
const lifetime = 365 * 24 * 3600 * 1000;
const isChoice = (text: unknown) => text === 'light' || text === 'dark';

function read(): MantineColorScheme {
  const cookie = new RegExp(`(?:^|; )${name}=(light|dark)`).exec(document.cookie)?.[1];
  const chosen = cookie ?? localStorage.getItem(name);
  return isChoice(chosen) ? (chosen as MantineColorScheme) : 'auto';
}

/**
 * Stores the colour scheme. Logout clears local storage, so a cookie holds it where the browser has a cookie store (https, localhost).
 * `public/before-app.js` reads both before the first paint.
 */
export const colorSchemeManager: MantineColorSchemeManager = {
  get: read,
  set(scheme) {
    if (scheme === 'auto') return this.clear();
    localStorage.setItem(name, scheme);
    void window.cookieStore?.set({ name, value: scheme, expires: Date.now() + lifetime, sameSite: 'lax' });
  },
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear() {
    localStorage.removeItem(name);
    void window.cookieStore?.delete(name);
  },
};
