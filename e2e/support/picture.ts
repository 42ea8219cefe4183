import type { BrowserContextOptions, Page } from '@playwright/test';
import type { Level } from '#contract/levels.ts';
import type { Demo } from './demo.ts';

export const desktopContext: BrowserContextOptions = { viewport: { width: 1440, height: 900 } };
export const phoneContext: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
};

/** A screenshot for the documents: of which path, for which level, and when the page is ready for it. */
export type Picture = {
  name: string;
  level?: Level;
  options: BrowserContextOptions;
  path: string | ((demo: Demo) => Promise<string>);
  ready: (page: Page) => Promise<void>;
};
