import { Writable } from 'node:stream';
import type { Connection, Submittable } from 'pg';

declare module 'pg' {
  interface Connection {
    sendCopyFromChunk(chunk: Buffer): void;
    endCopyFrom(): void;
    sendCopyFail(reason: string): void;
  }
}

/**
 * A stream that COPY … FROM STDIN reads, only as fast as the database does; for `client.query`. It finishes when the statement has,
 * and fails as it does.
 */
export class CopyIn extends Writable implements Submittable {
  readonly #text: string;
  #connection: Connection | undefined;
  #isOver = false;
  #rows = 0;
  #onReady: (() => void) | undefined;
  #onOver: (() => void) | undefined;

  constructor(text: string) {
    super();
    this.#text = text;
  }

  get rows(): number {
    return this.#rows;
  }

  submit(connection: Connection): void {
    this.#connection = connection;
    connection.query(this.#text);
  }

  override _construct(done: () => void): void {
    this.#onReady = done;
  }

  handleCopyInResponse(): void {
    this.#onReady?.();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    const connection = this.#connection;
    connection?.sendCopyFromChunk(chunk);
    if (connection?.stream.writableNeedDrain) connection.stream.once('drain', done);
    else done();
  }

  override _final(done: () => void): void {
    this.#onOver = done;
    this.#connection?.endCopyFrom();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    if (!this.#isOver) this.#connection?.sendCopyFail('broken off');
    done(error);
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#rows = Number(text.split(' ')[1]);
  }

  handleReadyForQuery(): void {
    this.#isOver = true;
    this.#onOver?.();
  }

  handleError(error: Error): void {
    this.#isOver = true;
    // Otherwise a refused statement is waited for.
    this.#onReady?.();
    this.destroy(error);
  }
}
