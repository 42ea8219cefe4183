import type { Locator, Page, Request } from '@playwright/test';
import { expect } from '../support/test.ts';
import { look, readSight, type Sight } from './sight.ts';

const standing = /\/(events|session\/presence)\b/;

export class Vanished extends Error {}

export class WalkTab {
  readonly page: Page;
  readonly isPhone: boolean;
  readonly faults: string[] = [];
  isFresh = true;
  #asking = new Set<Request>();
  #answers = 0;

  constructor(page: Page, isPhone: boolean) {
    this.page = page;
    this.isPhone = isPhone;
    page.on('dialog', (dialog) => void dialog.accept());
    page.on('pageerror', (error) => this.faults.push(error.stack ?? error.message));
    page.on('console', (message) => {
      const isFailedCall = message.text().startsWith('Failed to load resource');
      if (['error', 'warning'].includes(message.type()) && !isFailedCall) this.faults.push(message.text());
    });
    const ended = (request: Request) => this.#asking.delete(request);
    page.on('request', (request) => {
      if (!standing.test(request.url())) this.#asking.add(request);
    });
    page.on('requestfinished', ended);
    page.on('requestfailed', ended);
    page.on('response', (response) => {
      const url = response.url();
      if (url.includes('/api/') && !standing.test(url)) this.#answers += 1;
      const status = response.status();
      if (status >= 500 || status === 400)
        this.faults.push(`${response.request().method()} ${url}: ${status}`);
    });
  }

  async visit(path: string): Promise<void> {
    this.isFresh = true;
    this.#asking.clear();
    await this.page.goto(path);
    await expect(this.page.locator('main h1, aside[aria-label^="Lead"]').first()).toBeAttached();
  }

  async press(key: string): Promise<void> {
    this.isFresh = false;
    await this.page.keyboard.press(key);
  }

  async push(target: Locator): Promise<void> {
    this.isFresh = false;
    const options = { timeout: 10_000 };
    try {
      if ((await target.count()) === 0) throw new Vanished();
      if (this.isPhone) await target.first().tap(options);
      else await target.first().click(options);
    } catch (error) {
      throw (await target.count()) === 0 ? new Vanished() : error;
    }
  }

  async see(): Promise<Sight> {
    for (;;) {
      await expect.poll(() => this.#asking.size, { intervals: [5, 10, 20, 50] }).toBe(0);
      const seen = readSight(
        await this.page.evaluate(`new Promise((done) =>
        requestAnimationFrame(() => setTimeout(() => requestAnimationFrame(() => done(${look})))))`),
      );
      if (this.#asking.size === 0) return seen;
    }
  }

  async hear(change: () => Promise<void>): Promise<void> {
    const before = this.#answers;
    await change();
    await expect
      .poll(() => this.#answers > before, { timeout: 2_000 })
      .toBe(true)
      .catch(() => undefined);
  }

  get panel(): Locator {
    return this.page.locator('aside[aria-label^="Lead"]:visible:not([inert])').last();
  }
}
