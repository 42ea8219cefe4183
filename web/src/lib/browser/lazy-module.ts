import { failedStylesheets, getMissingFile, isServerReachable } from '#web/lib/api/missing-part.ts';

/** Code that is fetched late; `loaded` once it is there. */
export type LazyModule<Part> = { loaded?: Part; fetch: () => Promise<Part> };

/**
 * Declares code that is fetched late. A fetch that failed can be repeated: Chromium remembers a failed module for as long as the
 * page lives, so that a repetition asks for the same file at another address, and nothing is asked for while there is no connection.
 *
 * @param pick the part that is needed; by default the module itself.
 */
export function lazyModule<Module>(load: () => Promise<Module>): LazyModule<Module>;
export function lazyModule<Module, Part>(
  load: () => Promise<Module>,
  pick: (module: Module) => Part,
): LazyModule<Part>;
export function lazyModule<Module, Part>(
  load: () => Promise<Module>,
  pick: (module: Module) => Module | Part = (module) => module,
): LazyModule<Module | Part> {
  let lost: string | undefined;
  let attempts = 0;

  async function fetchModule(): Promise<Module> {
    if (!navigator.onLine && !(await isServerReachable())) throw new Error('There is no connection');
    if (lost?.endsWith('.css')) await addLostStyles();
    try {
      return await load();
    } catch (error) {
      const earlier = lost;
      lost = getMissingFile(error);
      if (!lost || lost !== earlier || lost.endsWith('.css')) throw error;
      attempts += 1;
      return (await import(/* @vite-ignore */ `${lost}?attempt=${attempts}`)) as Module;
    }
  }

  const lazy: LazyModule<Module | Part> = {
    async fetch() {
      lazy.loaded ??= pick(await fetchModule());
      return lazy.loaded;
    },
  };
  return lazy;
}

async function addLostStyles(): Promise<void> {
  for (const href of failedStylesheets) {
    await addStyles(href);
    failedStylesheets.delete(href);
  }
}

function addStyles(href: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = href;
    link.onload = () => resolve();
    link.onerror = () => reject(new Error('A style sheet could not be fetched'));
    document.head.append(link);
  });
}
