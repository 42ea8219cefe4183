import type { Page } from '@playwright/test';

/**
 * Holds back the page's requests to `path`.
 *
 * @returns `release`, which lets these and later ones through, and `refuse`, which aborts them.
 */
export async function holdRequests(page: Page, path: string | RegExp) {
  const { promise, resolve } = Promise.withResolvers<'continue' | 'abort'>();
  await page.route(path, async (route) => {
    if ((await promise) === 'continue') await route.continue();
    else await route.abort();
  });
  return { release: () => resolve('continue'), refuse: () => resolve('abort') };
}

/** Matches the paths of the calls that the frame of the app makes on every screen. */
export const frameRequests = /\/(events|session\/(presence|mentions)|management\/bulk)$/;
