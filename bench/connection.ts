import { connect, type Socket } from 'node:net';

/** A request to make; its `token` instead of the connection's. */
export type Ask = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  body?: object;
  token?: string;
};

/** An answer as it came: its head as text, its body still packed. */
export type Answer = { status: number; head: string; body: Buffer };

const noContent = 204;
const emptyLine = '\r\n\r\n';
const headers = 'host: localhost\r\naccept-encoding: gzip, deflate, br';
const lastChunk = `0${emptyLine}`;

/** A connection that sends one request after another with as little work as possible, so that the load costs little. */
export class Connection {
  readonly #socket: Socket;
  readonly #token: string;
  #received: Buffer = Buffer.alloc(0);
  #answered: (answer: Answer) => void = () => undefined;
  #failed: (error: Error) => void = () => undefined;

  constructor(port: number, token = '') {
    this.#token = token;
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.#socket.on('data', (part: Buffer) => this.#take(part));
    this.#socket.on('error', (error) => this.#failed(error));
    this.#socket.on('close', () => this.#failed(new Error('The server closed the connection')));
  }

  ask({ method, path, body, token = this.#token }: Ask): Promise<Answer> {
    const bearer = token ? `\r\nauthorization: Bearer ${token}` : '';
    const text = body ? JSON.stringify(body) : '';
    const about = text
      ? `\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}`
      : '';
    return new Promise((resolve, reject) => {
      this.#answered = resolve;
      this.#failed = reject;
      this.#socket.write(`${method} ${path} HTTP/1.1\r\n${headers}${bearer}${about}${emptyLine}${text}`);
    });
  }

  close(): void {
    this.#failed = () => undefined;
    this.#socket.destroy();
  }

  #take(part: Buffer): void {
    this.#received = this.#received.length === 0 ? part : Buffer.concat([this.#received, part]);
    const headEnds = this.#received.indexOf(emptyLine);
    if (headEnds < 0) return;
    const head = this.#received.toString('latin1', 0, headEnds).toLowerCase();
    const from = headEnds + emptyLine.length;
    const status = Number(head.slice(9, 12));
    const length = status === noContent ? '0' : /\ncontent-length: (\d+)/.exec(head)?.[1];
    const isWhole =
      length === undefined
        ? this.#received.subarray(-lastChunk.length).toString('latin1') === lastChunk
        : this.#received.length >= from + Number(length);
    if (!isWhole) return;
    const body = this.#received.subarray(from);
    this.#received = Buffer.alloc(0);
    this.#answered({ status, head, body });
  }
}

/** Joins the chunks of a chunked body. */
export function joinChunks(body: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnds = body.indexOf('\r\n', at);
    const size = Number.parseInt(body.toString('latin1', at, lineEnds), 16);
    if (!(size > 0)) return Buffer.concat(parts);
    parts.push(body.subarray(lineEnds + 2, lineEnds + 2 + size));
    at = lineEnds + 2 + size + 2;
  }
}
