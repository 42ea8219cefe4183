import type { BrowserContextOptions, Page } from '@playwright/test';
import type { Level } from '#contract/levels.ts';
import type { Demo } from './demo.ts';

export const desktop: BrowserContextOptions = { viewport: { width: 1440, height: 900 } };
export const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
};

export type Picture = {
  name: string;
  level?: Level;
  options: BrowserContextOptions;
  path: string | ((demo: Demo) => Promise<string>);
  ready: (page: Page) => Promise<void>;
};
