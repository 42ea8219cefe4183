import type { Source } from './source.ts';

/** One place that breaks a rule. */
export type Violation = { readonly at: string; readonly message: string };

/** A rule over the whole tree of sources. */
export type Rule = {
  /** The rule in one sentence, as a test's name. */
  readonly name: string;
  /** What to do instead, shown under the violations. */
  readonly remedy: string;
  readonly find: (sources: readonly Source[]) => Violation[];
};

/** Whether the file is a test or lies in a folder that exists for tests alone. */
export function isTest(path: string): boolean {
  return (
    /\.(test|spec)\.tsx?$/.test(path) || path.startsWith('e2e/') || path.startsWith('server/src/testing/')
  );
}

/** Whether a tool wrote the file. */
export function isGenerated(path: string): boolean {
  return path.endsWith('.gen.ts') || path === 'server/src/db/types.ts';
}

/** A violation at a line of a file. */
export function at(source: Source, line: number, message: string): Violation {
  return { at: `${source.path}:${line}`, message };
}
