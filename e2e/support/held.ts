import type { Page } from '@playwright/test';

/** Holds calls of `path`. @returns how to let them through or fail. */
export async function hold(page: Page, path: string | RegExp) {
  const { promise, resolve } = Promise.withResolvers<'continue' | 'abort'>();
  await page.route(path, async (route) => {
    if ((await promise) === 'continue') await route.continue();
    else await route.abort();
  });
  return { release: () => resolve('continue'), refuse: () => resolve('abort') };
}

/** Asked by the standing frame; no screen waits for them. */
export const ofFrame = /\/(events|session\/(presence|mentions)|management\/bulk)$/;
