import { checkSync, type Diagnostics } from 'recheck';
import { parseAst } from 'vite';
import { listSources, readText } from './tree.ts';

const ofTheMachine = ['server/src/env', 'server/src/db/', 'server/src/testing/', 'server/src/sample/'];

/** Sources that see text from outside. */
export const readingSources = listSources().filter(
  (path) =>
    /^(?:contract|server|web)\/src\/.*\.tsx?$/.test(path) &&
    !path.includes('.test.') &&
    !ofTheMachine.some((start) => path.startsWith(start)),
);

/** Calls `visit` for each node of a source, from the outermost on. */
export function visitNodes(path: string, visit: (node: object) => void): void {
  const go = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    visit(node);
    for (const child of Object.values(node)) go(child);
  };
  go(parseAst(readText(path), { lang: path.endsWith('x') ? 'tsx' : 'ts' }));
}

export function isBounded(pattern: string): boolean {
  const outside = pattern.replace(/\\./gs, '').replace(/\[[^\]]*\]/g, '');
  return !/[*+]|\{\d+,\}/.test(outside);
}

/** Limits count characters, never time: on a busy machine the answer is the same. */
const untimed = {
  timeout: null,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
} as const;

/** Analyses how the work of an expression grows with the length of a text. */
export function analyse(pattern: string, flags: string): Diagnostics {
  return checkSync(pattern, flags.replace('v', 'u'), untimed);
}
