import { getCountries } from 'libphonenumber-js/max';
import { expect, test } from 'vitest';
import { isLongRun } from '#server/testing/long-run.ts';
import { analyse, isBounded, readingSources, visitNodes } from './expressions.ts';

/** They read no text from outside. */
const ofOurOwn: Record<string, string> = {
  'server/src/backups/backup-folder.ts': "names of files in the operator's folder",
  'web/src/lib/i18n/contract-text.ts': "messages of this product's own server",
  'web/src/theme/color-scheme.ts': "the browser's own cookie",
};

type Module = Partial<Record<string, (...given: unknown[]) => unknown>>;

/** Has a file build what it does not build when it is loaded. */
const uses: Record<string, (module: Module) => void> = {
  'server/src/auth/registration/browser-key.ts': ({ readOrCreateBrowserKey }) =>
    readOrCreateBrowserKey?.({ headers: {} }, true),
  'server/src/intake/part-headers.ts': ({ readHeader }) => readHeader?.('', 'content-type'),
  'server/src/leads/lists/international-phones.ts': ({ createInternationalFormat }) => {
    for (const country of getCountries()) createInternationalFormat?.(country);
  },
  'server/src/lib/own-mail.ts': ({ isOwnMessageId, containsOwnMail }) => {
    isOwnMessageId?.('');
    containsOwnMail?.('');
  },
  'contract/src/intake/read-message.ts': ({ readMessage }) =>
    readMessage?.('Dhaka Metro-Ga 11-2233', {
      ...{ country: 'BD', today: '2026-03-09' },
      ...{ centers: [], offerings: [] },
    }),
  'contract/src/intake/read-requested-time.ts': ({ readRequestedTime }) =>
    readRequestedTime?.('tomorrow', '2026-03-09'),
};

/** So many expressions a file builds of parts. */
function countBuilt(path: string): number {
  let count = 0;
  visitNodes(path, (node) => {
    const { type, callee } = node as { type?: unknown; callee?: { name?: unknown } };
    if ((type === 'NewExpression' || type === 'CallExpression') && callee?.name === 'RegExp') count++;
  });
  return count;
}

type Built = { site: string; pattern: string; flags: string };

/** @returns the expressions that a file builds while it is loaded and used, each with where. */
async function builtBy(path: string): Promise<Built[]> {
  const built: Built[] = [];
  const plain = globalThis.RegExp;
  globalThis.RegExp = new Proxy(plain, {
    construct(target, [pattern, flags], newTarget) {
      const expression = Reflect.construct(target, [pattern, flags], newTarget) as RegExp;
      const site = new Error().stack?.split('\n').find((line) => /(?:contract|server|web)\/src\//.test(line));
      if (site?.includes(path)) built.push({ site, pattern: expression.source, flags: expression.flags });
      return expression;
    },
  });
  try {
    // Loaded anew, whatever other tests have loaded.
    const module: Module = await import(/* @vite-ignore */ `../${path}?built`);
    uses[path]?.(module);
  } finally {
    globalThis.RegExp = plain;
  }
  return built;
}

const building = readingSources.filter((path) => countBuilt(path) > 0);

test.runIf(isLongRun)(
  'every expression that is built of parts and sees text from outside works no more than the text is long (F107)',
  async () => {
    expect(building).toEqual(expect.arrayContaining([...Object.keys(ofOurOwn), ...Object.keys(uses)]));
    for (const path of building.filter((each) => !(each in ofOurOwn))) {
      const built = await builtBy(path);
      const sites = new Set(built.map(({ site }) => site));
      expect(
        sites.size,
        `expressions that ${path} has built; what is built later needs its line in uses`,
      ).toBe(countBuilt(path));
      const patterns = new Map(built.map(({ pattern, flags }) => [pattern, flags]));
      const slow = [...patterns].filter(
        ([pattern, flags]) => !isBounded(pattern) && analyse(pattern, flags).status !== 'safe',
      );
      expect(slow, path).toEqual([]);
    }
  },
  300_000,
);
