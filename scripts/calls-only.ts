import { type ESTree, type Plugin, parseSync, Visitor } from 'vite';

const serverParts = new Set(['summary', 'tag', 'refusals', 'params', 'query', 'body']);

type Edit = { start: number; end: number; text: string };

const getName = (property: ESTree.ObjectPropertyKind): string | undefined =>
  property.type === 'Property' && !property.computed && property.key.type === 'Identifier'
    ? property.key.name
    : undefined;

function* findServerParts({ properties, end }: ESTree.ObjectExpression): Generator<Edit> {
  for (const [index, property] of properties.entries()) {
    const name = getName(property) ?? '';
    const next = properties[index + 1]?.start ?? end - 1;
    if (serverParts.has(name)) yield { start: property.start, end: next, text: '' };
    if (name === 'reply') yield { start: property.start, end: property.end, text: 'reply: true' };
  }
}

/**
 * Returns the code of a file of the contract without what only the server reads, with schemas that extend another one marked as free
 * of effects, so that a bundle leaves out those that nothing uses. Lines keep their numbers; code that cannot be parsed stays as it
 * is.
 */
export function removeServerParts(path: string, code: string): string {
  const edits: Edit[] = [];
  const { program, errors } = parseSync(path, code);
  if (errors.length > 0) return code;
  new Visitor({
    CallExpression({ callee, arguments: [declaration] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'endpoint') return;
      if (declaration?.type === 'ObjectExpression') edits.push(...findServerParts(declaration));
    },
    VariableDeclarator({ init }) {
      if (init?.type !== 'CallExpression' || init.callee.type !== 'MemberExpression') return;
      const { object, property } = init.callee;
      if (object.type !== 'Identifier' || property.type !== 'Identifier' || property.name !== 'extend')
        return;
      edits.push({ start: init.start, end: init.start, text: '/* @__PURE__ */ ' });
    },
  }).visit(program);
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((edited, { start, end, text }) => {
      const lines = edited.slice(start, end).replace(/[^\n]/g, '');
      return edited.slice(0, start) + text + lines + edited.slice(end);
    }, code);
}

/**
 * A plugin of Vite that applies {@link removeServerParts} to the contract for the web app, also while developing, so that nothing
 * works there which the built app does not have.
 */
export const callsOnly: Plugin = {
  name: 'calls-only',
  // As they are written.
  enforce: 'pre',
  transform: {
    filter: { id: /\/contract\/src\/.*\.ts$/ },
    handler: (code, path) => removeServerParts(path, code),
  },
};
