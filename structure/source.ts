import { posix } from 'node:path';
import { parseSync } from 'vite';

/** One `import … from`, `export … from`, `import()` or `import('…')` type of a file. */
export type Import = {
  /** As written. */
  readonly specifier: string;
  /** Path from the repository's root when it names a file of ours, else undefined. */
  readonly target: string | undefined;
  readonly typeOnly: boolean;
  readonly line: number;
};

/** A file of the repository as the rules see it; `path` is from the repository's root with forward slashes. */
export type Source = {
  readonly path: string;
  readonly text: string;
  readonly lines: number;
  readonly imports: readonly Import[];
  readonly comments: readonly { readonly value: string; readonly line: number }[];
  /** Every node of the syntax tree, outermost first; empty for a file that is no script. */
  readonly nodes: readonly Node[];
  /** Only imports and re-exports, nothing of its own. */
  readonly isBarrel: boolean;
};

/** A node of the syntax tree with its line. */
export type Node = { readonly type: string; readonly line: number; readonly fields: Record<string, unknown> };

const aliases: Record<string, string> = {
  '#contract/': 'contract/src/',
  '#server/': 'server/src/',
  '#web/': 'web/src/',
};

/**
 * Reads one file for the rules.
 *
 * @param path from the repository's root with forward slashes.
 * @throws when a script does not parse.
 */
export function readSource(path: string, text: string): Source {
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  if (!/\.(ts|tsx|mjs|js)$/.test(path)) {
    return { path, text, lines, imports: [], comments: looseComments(text), nodes: [], isBarrel: false };
  }
  const parsed = parseSync(path, text);
  const failure = parsed.errors[0];
  if (failure) throw new Error(`${path} does not parse: ${failure.message}`);
  const lineOf = lineFinder(text);
  const nodes: Node[] = [];
  collect(parsed.program, lineOf, nodes);
  return {
    path,
    text,
    lines,
    nodes,
    imports: nodes.flatMap((node) => importOf(path, node)),
    comments: parsed.comments.map((comment) => ({ value: comment.value, line: lineOf(comment.start) })),
    isBarrel: isBarrel(nodes),
  };
}

/** Narrows an unknown to a record, so that a syntax tree can be walked without knowing its types. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function collect(value: unknown, lineOf: (offset: number) => number, into: Node[]): void {
  if (Array.isArray(value)) {
    for (const item of value) collect(item, lineOf, into);
    return;
  }
  if (!isRecord(value)) return;
  if (typeof value.type === 'string' && typeof value.start === 'number') {
    into.push({ type: value.type, line: lineOf(value.start), fields: value });
  }
  for (const child of Object.values(value)) collect(child, lineOf, into);
}

function importOf(path: string, node: Node): Import[] {
  const { type, fields, line } = node;
  const kinds = [
    'ImportDeclaration',
    'ExportNamedDeclaration',
    'ExportAllDeclaration',
    'ImportExpression',
    'TSImportType',
  ];
  if (!kinds.includes(type)) return [];
  const source = isRecord(fields.source) ? fields.source.value : undefined;
  if (typeof source !== 'string') return [];
  return [{ specifier: source, target: resolve(path, source), typeOnly: isTypeOnly(type, fields), line }];
}

function isTypeOnly(type: string, fields: Record<string, unknown>): boolean {
  if (type === 'TSImportType' || fields.importKind === 'type' || fields.exportKind === 'type') return true;
  const specifiers = Array.isArray(fields.specifiers) ? fields.specifiers : [];
  return (
    specifiers.length > 0 &&
    specifiers.every((item) => isRecord(item) && (item.importKind === 'type' || item.exportKind === 'type'))
  );
}

function resolve(from: string, specifier: string): string | undefined {
  const bare = specifier.replace(/\?.*$/, '');
  if (bare.startsWith('.')) return posix.join(posix.dirname(from), bare);
  for (const [alias, folder] of Object.entries(aliases)) {
    if (bare.startsWith(alias)) return folder + bare.slice(alias.length);
  }
  return undefined;
}

function isBarrel(nodes: readonly Node[]): boolean {
  const program = nodes.find((node) => node.type === 'Program');
  const body = Array.isArray(program?.fields.body) ? program.fields.body.filter(isRecord) : [];
  const reExports = body.filter((node) => node.type === 'ExportAllDeclaration' || isForwarding(node));
  const imports = body.filter((node) => node.type === 'ImportDeclaration');
  return reExports.length > 0 && reExports.length + imports.length === body.length;
}

function isForwarding(node: Record<string, unknown>): boolean {
  return node.type === 'ExportNamedDeclaration' && !node.declaration;
}

function lineFinder(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
}

function looseComments(text: string): { value: string; line: number }[] {
  return text.split('\n').map((value, index) => ({ value, line: index + 1 }));
}
