import { Readable } from 'node:stream';
import type { Connection, Submittable } from 'pg';
import type { CsvLines } from '#server/lib/csv/csv-lines.ts';

/** The longest that the database may say nothing while rows are awaited. */
const longestSilence = 120_000;

/**
 * The rows of a COPY … TO STDOUT as lines of CSV, read from the database as fast as they are read here; to be given to
 * `client.query`. Broken off, it leaves a connection that is of no more use: see {@link isOver}.
 */
export class CopyOut extends Readable implements Submittable {
  readonly #text: string;
  readonly #lines: CsvLines;
  #connection: Connection | undefined;
  #isOver = false;
  #wasHeard = true;
  readonly #listening: NodeJS.Timeout;

  constructor(text: string, lines: CsvLines) {
    super();
    this.#text = text;
    this.#lines = lines;
    this.#listening = setInterval(() => this.#listen(), longestSilence / 2).unref();
  }

  /** Whether the connection is ready for something else. */
  get isOver(): boolean {
    return this.#isOver;
  }

  submit(connection: Connection): void {
    this.#connection = connection;
    connection.query(this.#text);
  }

  /** PostgreSQL sends each row as a message of its own. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (this.destroyed) return;
    this.#wasHeard = true;
    this.#lines.add(chunk);
    if (this.#lines.isFull && !this.push(this.#lines.take())) this.#connection?.stream.pause();
  }

  handleCommandComplete(): void {
    this.#wasHeard = true;
  }

  handleReadyForQuery(): void {
    this.#end();
    this.push(this.#lines.take());
    this.push(null);
  }

  handleError(error: Error): void {
    this.#end();
    this.destroy(error);
  }

  override _read(): void {
    this.#wasHeard = true;
    this.#connection?.stream.resume();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearInterval(this.#listening);
    done(error);
  }

  #end(): void {
    this.#isOver = true;
    clearInterval(this.#listening);
    this.#connection?.stream.resume();
  }

  #listen(): void {
    if (this.#connection?.stream.isPaused()) return;
    if (!this.#wasHeard) this.destroy(new Error('The database is silent'));
    this.#wasHeard = false;
  }
}
