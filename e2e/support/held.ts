import type { Page } from '@playwright/test';

/** Holds calls of `path`. @returns how to let them through, or make them fail. */
export async function hold(page: Page, path: string) {
  const { promise, resolve } = Promise.withResolvers<'continue' | 'abort'>();
  await page.route(path, async (route) => {
    if ((await promise) === 'continue') await route.continue();
    else await route.abort();
  });
  return { release: () => resolve('continue'), refuse: () => resolve('abort') };
}

/** Paths that the frame asks for when it stands, and no screen waits for. */
export const ofFrame = /\/(events|session\/(presence|mentions)|management\/bulk)$/;
