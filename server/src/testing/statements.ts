import pg from 'pg';
import { vi } from 'vitest';

const isPeriodic = (text: string) => /transaction_read_only|^select 1$|pg_notify/.test(text);

export function recordStatements() {
  const asked = vi.spyOn(pg.Client.prototype, 'query');
  return {
    clear: () => asked.mockClear(),
    texts: () => asked.mock.calls.map(([statement]) => textOf(statement)).filter((text) => !isPeriodic(text)),
    restore: () => asked.mockRestore(),
  };
}

function textOf(statement: unknown): string {
  return String(
    typeof statement === 'object' && statement && 'text' in statement ? statement.text : statement,
  );
}
