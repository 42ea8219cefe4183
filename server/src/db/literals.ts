import { createQueryId, PostgresQueryCompiler, type RawBuilder } from 'kysely';
import pg from 'pg';

/** @returns a statement with its values written into it, for what takes no parameters, such as COPY. */
export function withLiterals(statement: RawBuilder<unknown>): string {
  return new LiteralCompiler().compileQuery(statement.toOperationNode(), createQueryId()).sql;
}

class LiteralCompiler extends PostgresQueryCompiler {
  protected override appendValue(value: unknown): void {
    this.append(literalOf(value));
  }
}

/** Quoted literals are untyped, as parameters are: PostgreSQL infers both types from context. */
function literalOf(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  return pg.escapeLiteral(Array.isArray(value) ? `{${value.map(itemOf).join(',')}}` : textOf(value));
}

function itemOf(value: unknown): string {
  return value === null ? 'null' : `"${textOf(value).replace(/["\\]/g, '\\$&')}"`;
}

function textOf(value: unknown): string {
  // The year before 1 is called 1 BC, not 0.
  if (value instanceof Date) return value.toISOString().replace(/^0000(.*)/, '0001$1 BC');
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
    throw new Error(`No literal is made of ${typeof value}`);
  }
  const text = String(value);
  // NUL would end the statement.
  if (text.includes('\0')) throw new Error('A text of PostgreSQL holds no NUL');
  return text;
}
