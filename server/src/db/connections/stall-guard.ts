import type pg from 'pg';

/** Milliseconds that statements under way have once the database is found silent. */
const usualPatience = 5_000;

/** Says that a statement was not sent, since the last check found the database silent. */
export class DatabaseSilentError extends Error {
  override name = 'DatabaseSilentError';

  constructor() {
    super('The database does not answer');
  }
}

/**
 * Guards a pool against a database that accepts what it is sent and answers nothing. Nothing more is sent while it is silent.
 * Statements that it does not answer soon after are given up, and connections from before are not used again: they may lead to a
 * machine that is no more.
 */
export class StallGuard {
  readonly #patience: number;
  readonly #underWay = new Map<pg.PoolClient, symbol>();
  #isFound = false;
  #times = 0;

  constructor(patience = usualPatience) {
    this.#patience = patience;
  }

  refuse(): void {
    if (this.#isFound) throw new DatabaseSilentError();
  }

  get isFound(): boolean {
    return this.#isFound;
  }

  get times(): number {
    return this.#times;
  }

  async during<Result>(client: pg.PoolClient, statement: () => Promise<Result>): Promise<Result> {
    const mark = Symbol();
    this.#underWay.set(client, mark);
    try {
      return await statement();
    } finally {
      if (this.#underWay.get(client) === mark) this.#underWay.delete(client);
    }
  }

  found(): void {
    if (this.#isFound) return;
    this.#isFound = true;
    this.#times++;
    const unanswered = [...this.#underWay];
    setTimeout(() => {
      for (const [client, mark] of unanswered) if (this.#underWay.get(client) === mark) void client.end();
    }, this.#patience).unref();
  }

  over(): void {
    this.#isFound = false;
  }
}
