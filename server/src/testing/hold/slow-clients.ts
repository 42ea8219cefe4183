import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

export type SlowClient = { first: string; drip: string; reads: boolean };

const dripEvery = 500;

export class SlowClients {
  readonly address: string;
  readonly #port: number;
  readonly #sockets: Socket[] = [];

  constructor(port: number, address: string) {
    this.#port = port;
    this.address = address;
  }

  async open(count: number, { first, drip, reads }: SlowClient): Promise<void> {
    for (let number = 0; number < count; number++) {
      const socket = connect({ port: this.#port, host: '127.0.0.1', localAddress: this.address });
      this.#sockets.push(socket);
      socket.on('error', () => undefined);
      if (reads) socket.resume();
      if (first) socket.write(first);
      const dripping = setInterval(() => drip && socket.write(drip), dripEvery);
      socket.once('close', () => clearInterval(dripping));
      // Like a person's browsers, not all in one instant.
      await wait(5);
    }
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async held(): Promise<number> {
    const [address, port] = [hex(this.address), this.#port.toString(16).toUpperCase().padStart(4, '0')];
    const table = (await readFile('/proc/net/tcp', 'utf8')).split('\n').slice(1);
    const rows = table.map((row) => row.trim().split(/\s+/));
    const isHeld = ([, local = '', remote = '', state]: string[]) =>
      local.endsWith(`:${port}`) &&
      remote.startsWith(`${address}:`) &&
      (state === established || state === closeWait);
    return rows.filter(isHeld).length;
  }
}

const established = '01';
const closeWait = '08';

function hex(address: string): string {
  const bytes = address.split('.').map((part) => Number(part).toString(16).padStart(2, '0'));
  return bytes.reverse().join('').toUpperCase();
}
