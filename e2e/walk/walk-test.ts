import { openDemoMeta } from '../../scripts/demo-meta.mjs';
import { Demo } from '../support/demo.ts';
import { test as base } from '../support/test.ts';

export type Meta = Awaited<ReturnType<typeof openDemoMeta>>;

/** A Pitlane whose dealer can be written to on WhatsApp, and can answer. */
export const test = base.extend<object, { meta: Meta; demo: Demo }>({
  meta: [
    async ({ playwright: _ }, use) => {
      const meta = await openDemoMeta();
      await use(meta);
      await meta.close();
    },
    { scope: 'worker' },
  ],
  demo: [
    async ({ meta }, use) => {
      const demo = await Demo.start(undefined, { META_GRAPH_URL: meta.url });
      await use(demo);
      await demo.stop();
    },
    { scope: 'worker', timeout: 600_000 },
  ],
});
