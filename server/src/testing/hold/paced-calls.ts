import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

export type Wire = () => string;

type Called = { status: number | undefined; hasRetryAfter: boolean; took: number; kind: number };

export type Load = {
  called: Called[];
  unasked: number;
  seconds: number;
};

const tick = 5;
const emptyLine = '\r\n\r\n';

/**
 * Asks at a steady rate, however slow the answers, like many independent people. By sockets: Node's own client would take as much
 * of a small machine as Pitlane. One call at a time per connection.
 *
 * @param rate calls a second; infinite: one after the other on each connection.
 */
export async function callAtRate(
  port: number,
  wires: readonly Wire[],
  { rate, seconds, connections }: { rate: number; seconds: number; connections: number },
): Promise<Load> {
  const called: Called[] = [];
  let unasked = 0;
  let turn = 0;
  const free = Array.from({ length: connections }, () => new Caller(port));
  const startedAt = performance.now();
  const isOver = () => performance.now() - startedAt > seconds * 1_000;
  const call = (caller: Caller) => {
    const kind = turn++ % wires.length;
    const wire = wires[kind];
    if (!wire) return;
    void caller.call(wire()).then((answer) => {
      called.push({ ...answer, kind });
      if (rate === Number.POSITIVE_INFINITY && !isOver()) call(caller);
      else free.push(caller);
    });
  };
  if (rate === Number.POSITIVE_INFINITY) for (const caller of free.splice(0)) call(caller);
  for (let due = 0; !isOver(); await wait(tick)) {
    if (rate === Number.POSITIVE_INFINITY) continue;
    const now = ((performance.now() - startedAt) / 1_000) * rate;
    for (; due < now; due++) {
      const caller = free.shift();
      if (caller) call(caller);
      else unasked++;
    }
  }
  while (free.length < connections) await wait(tick);
  for (const caller of free) caller.close();
  return { called, unasked, seconds };
}

class Caller {
  readonly #port: number;
  #socket: Socket | undefined;
  #received = '';
  #answered: (status: number | undefined) => void = () => undefined;

  constructor(port: number) {
    this.#port = port;
  }

  async call(text: string): Promise<Omit<Called, 'kind'>> {
    const askedAt = performance.now();
    const status = await new Promise<number | undefined>((resolve) => {
      this.#answered = resolve;
      this.#received = '';
      this.#socket ??= this.#connect();
      this.#socket.write(text);
    });
    const hasRetryAfter = /\r\nretry-after: [1-9]/i.test(this.#received);
    return { status, hasRetryAfter, took: performance.now() - askedAt };
  }

  close(): void {
    this.#socket?.destroy();
  }

  #connect(): Socket {
    const socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true });
    socket.setEncoding('latin1');
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.#socket = undefined;
      this.#answered(undefined);
    });
    socket.on('data', (part: string) => {
      this.#received += part;
      const headEnds = this.#received.indexOf(emptyLine);
      const length = /\r\ncontent-length: (\d+)/i.exec(this.#received)?.[1];
      if (headEnds < 0 || this.#received.length < headEnds + emptyLine.length + Number(length)) return;
      this.#answered(Number(this.#received.slice(9, 12)));
    });
    return socket;
  }
}

export function percentile(called: readonly Pick<Called, 'took'>[], share: number): number {
  const sorted = called.map(({ took }) => took).sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
