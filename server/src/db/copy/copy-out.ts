import { Readable } from 'node:stream';
import type { Connection, Submittable } from 'pg';

/** Milliseconds that the database may send nothing while rows are awaited. */
const longestSilence = 120_000;

/** Collects rows of COPY until enough are there to be passed on. */
export type RowBuffer = {
  add(row: Buffer): void;
  readonly isFull: boolean;
  take(): Buffer;
};

/**
 * A stream of the rows of COPY … TO STDOUT, read only as fast as the reader takes them; for `client.query`. When broken off, the
 * connection is useless: see {@link isOver}.
 */
export class CopyOut extends Readable implements Submittable {
  readonly #text: string;
  readonly #rows: RowBuffer;
  #connection: Connection | undefined;
  #isOver = false;
  #wasHeard = true;
  readonly #listening: NodeJS.Timeout;

  constructor(text: string, rows: RowBuffer) {
    super();
    this.#text = text;
    this.#rows = rows;
    this.#listening = setInterval(() => this.#listen(), longestSilence / 2).unref();
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  submit(connection: Connection): void {
    this.#connection = connection;
    connection.query(this.#text);
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (this.destroyed) return;
    this.#wasHeard = true;
    this.#rows.add(chunk);
    if (this.#rows.isFull && !this.push(this.#rows.take())) this.#connection?.stream.pause();
  }

  handleCommandComplete(): void {
    this.#wasHeard = true;
  }

  handleReadyForQuery(): void {
    this.#end();
    this.push(this.#rows.take());
    this.push(null);
  }

  handleError(error: Error): void {
    this.#end();
    this.destroy(error);
  }

  override _read(): void {
    this.#wasHeard = true;
    // Node reads a socket up to 32 times before it turns to the next; whoever asks for a list would wait for 2 MB of rows.
    setImmediate(() => this.#connection?.stream.resume());
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
