import { at, isGenerated, isTest, type Rule } from './rule.ts';
import { isRecord, type Node, type Source } from './source.ts';

const suppression = /@ts-(ignore|nocheck)|(biome|eslint|oxlint|prettier)-(ignore|disable)/;
const leftover = /\b(TODO|FIXME|XXX)\b/;
const mayReadEnvironment =
  /^(server\/src\/env\.ts|scripts\/|bench\/|[^/]+\.config\.ts$|web\/vite\.config\.ts$)/;
const mayHoldSql = /(^server\/src\/db\/|\.db\.ts$|^bench\/|^scripts\/|^structure\/)/;
const statement =
  /^\s*(select\s[\s\S]+\sfrom\s|insert\s+into\s|update\s+\S+\s+set\s|delete\s+from\s|with\s+\w+\s+as\s*\(|(create|alter|drop)\s+(unlogged\s+)?(table|index|unique|schema|database|extension|function|trigger|type|role)\s|truncate\s|listen\s+\w+$|notify\s+\w+)/;
const builders = ['selectFrom', 'insertInto', 'updateTable', 'deleteFrom', 'mergeInto'];

const noAny: Rule = {
  name: 'no any',
  remedy: 'Take unknown and narrow it, or name the type.',
  find: eachNode(({ type }) => (type === 'TSAnyKeyword' ? 'says any' : undefined)),
};

const noSuppression: Rule = {
  name: 'no suppressed checks',
  remedy: 'Mend what the compiler or the linter found.',
  find: eachComment((text) => suppression.exec(text)?.[0]),
};

const noLeftovers: Rule = {
  name: 'no TODO or FIXME',
  remedy: 'Do it, or leave it out.',
  find: eachComment((text) => leftover.exec(text)?.[0]),
};

const oneEnvironment: Rule = {
  name: 'only server/src/env.ts reads process.env',
  remedy: 'Add a setting to env.ts, checked and with a default, and pass its value on.',
  find: (sources) =>
    eachNode((node) => {
      if (isMember(node, 'process', 'env')) return 'reads process.env';
      return importsEnvironment(node) ? 'takes env from node:process' : undefined;
    })(sources.filter(({ path }) => !isTest(path) && !mayReadEnvironment.test(path))),
};

const sqlAtHome: Rule = {
  name: 'SQL only in .db.ts files, db/ and migrations',
  remedy: "Give the noun's .db.ts a function that takes the connection first and says what it finds.",
  find: (sources) => eachNode(sqlIn)(sources.filter(({ path }) => !isTest(path) && !mayHoldSql.test(path))),
};

function sqlIn(node: Node): string | undefined {
  const { type, fields } = node;
  if (type === 'Literal' && typeof fields.value === 'string' && isStatement(fields.value)) return 'holds SQL';
  if (type === 'TemplateElement' && isRecord(fields.value) && isStatement(String(fields.value.cooked)))
    return 'holds SQL';
  if (type === 'TaggedTemplateExpression' && isRecord(fields.tag) && fields.tag.name === 'sql')
    return 'holds SQL';
  if (type === 'CallExpression' && isRecord(fields.callee) && isRecord(fields.callee.property)) {
    const called = fields.callee.property.name;
    return typeof called === 'string' && builders.includes(called) ? `calls ${called}` : undefined;
  }
  return undefined;
}

/** Statements are written all small or all capital; a sentence that begins with 'Select' is neither. */
function isStatement(text: string): boolean {
  const first = /^\s*(\w+)/.exec(text)?.[1] ?? '';
  return (
    (first === first.toLowerCase() || first === first.toUpperCase()) && statement.test(text.toLowerCase())
  );
}

function isMember({ type, fields }: Node, object: string, property: string): boolean {
  if (type === 'MemberExpression') {
    const { object: owner, property: name } = fields;
    return (
      isRecord(owner) && owner.name === object && isRecord(name) && [name.name, name.value].includes(property)
    );
  }
  if (type !== 'VariableDeclarator') return false;
  const { id, init } = fields;
  if (!isRecord(init) || init.name !== object || !isRecord(id) || !Array.isArray(id.properties)) return false;
  return id.properties.some((item) => isRecord(item) && isRecord(item.key) && item.key.name === property);
}

function importsEnvironment({ type, fields }: Node): boolean {
  if (type !== 'ImportDeclaration' || !isRecord(fields.source)) return false;
  if (!['node:process', 'process'].includes(String(fields.source.value))) return false;
  const specifiers = Array.isArray(fields.specifiers) ? fields.specifiers : [];
  return specifiers.some((item) => isRecord(item) && isRecord(item.imported) && item.imported.name === 'env');
}

const handwritten = (sources: readonly Source[]) => sources.filter(({ path }) => !isGenerated(path));

function eachNode(judge: (node: Node, source: Source) => string | undefined): Rule['find'] {
  return (sources) =>
    handwritten(sources).flatMap((source) =>
      source.nodes.flatMap((node) => {
        const message = judge(node, source);
        return message ? [at(source, node.line, message)] : [];
      }),
    );
}

function eachComment(judge: (text: string) => string | undefined): Rule['find'] {
  return (sources) =>
    handwritten(sources).flatMap((source) =>
      source.comments.flatMap(({ value, line }) => {
        const found = judge(value);
        return found ? [at(source, line, `says ${found}`)] : [];
      }),
    );
}

/** What a line of code may say. */
export const codeRules: readonly Rule[] = [noAny, noSuppression, noLeftovers, oneEnvironment, sqlAtHome];
