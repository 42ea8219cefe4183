import type { Page } from '@playwright/test';

export async function hold(page: Page, path: string | RegExp) {
  const { promise, resolve } = Promise.withResolvers<'continue' | 'abort'>();
  await page.route(path, async (route) => {
    if ((await promise) === 'continue') await route.continue();
    else await route.abort();
  });
  return { release: () => resolve('continue'), refuse: () => resolve('abort') };
}

export const ofFrame = /\/(events|session\/(presence|mentions)|management\/bulk)$/;
