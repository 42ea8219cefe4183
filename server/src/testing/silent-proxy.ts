import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { inject } from 'vitest';
import { onDatabase } from './databases.ts';

export async function openSilentProxy(database: string) {
  const config = onDatabase(inject('database').server, database);
  const url = config.connectionString ? new URL(config.connectionString) : undefined;
  const host = url?.hostname ?? config.host ?? 'localhost';
  const port = Number(url?.port || config.port || 5432);
  const pairs = new Set<[Socket, Socket]>();
  let isFrozen = false;
  const server = createServer((near) => {
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    for (const socket of pair) socket.on('error', () => undefined);
    if (!isFrozen) join(pair);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const here = { host: '127.0.0.1', port: (server.address() as AddressInfo).port };
  if (url) url.host = `${here.host}:${here.port}`;
  return {
    config: url ? { connectionString: url.href } : { ...config, ...here },
    opened: () => pairs.size,
    silence: () => pairs.forEach(part),
    freeze: () => {
      isFrozen = true;
      pairs.forEach(part);
    },
    thaw: () => {
      isFrozen = false;
      pairs.forEach(join);
    },
    close: () => {
      for (const pair of pairs) for (const socket of pair) socket.destroy();
      server.close();
    },
  };
}

function join([near, far]: [Socket, Socket]): void {
  near.pipe(far);
  far.pipe(near);
}

function part([near, far]: [Socket, Socket]): void {
  near.unpipe();
  far.unpipe();
}
