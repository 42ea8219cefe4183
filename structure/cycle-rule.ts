import { isGenerated, type Rule, type Violation } from './rule.ts';
import type { Source } from './source.ts';

/** No import cycles, imports of types included: a cycle of types is a cycle of understanding. */
export const cycleRule: Rule = {
  name: 'no import cycles',
  remedy: 'Move what both files need into a third one, or let one of them take it as a parameter.',
  find: (sources) => {
    const graph = new Map(
      sources.filter(({ path }) => !isGenerated(path)).map((source) => [source.path, source]),
    );
    const done = new Set<string>();
    const violations: Violation[] = [];
    const visit = (path: string, trail: readonly string[]): void => {
      const source = graph.get(path);
      if (!source || done.has(path)) return;
      for (const target of targetsOf(source)) {
        const from = [...trail, path].indexOf(target);
        if (from === -1) visit(target, [...trail, path]);
        else violations.push({ at: path, message: [...[...trail, path].slice(from), target].join(' → ') });
      }
      done.add(path);
    };
    for (const path of graph.keys()) visit(path, []);
    return violations;
  },
};

function targetsOf(source: Source): Set<string> {
  return new Set(source.imports.flatMap(({ target }) => (target ? [target] : [])));
}
