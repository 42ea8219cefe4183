import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { basePath } from '#contract/call/endpoint.ts';
import { streamEvents } from '#contract/events.ts';
import { openSession } from '#server/auth/sessions/sessions.service.ts';
import { addEmployee } from '#server/employees/employees.service.ts';
import { openProcessCache } from '#server/events/process-cache.service.ts';
import { systemClock } from '#server/lib/clock.ts';
import { Connection } from './connection.ts';
import { readCpuOfChildrenMs } from './cpu.ts';
import { type BenchDealer, openBenchDealer, type Server } from './dealer.ts';
import { readFacts } from './facts.ts';
import { percentile } from './load.ts';
import { listScenarios } from './scenarios.ts';

const people = 50;
const streamsEach = 20;
const changesASecond = 10;
const seconds = 15;

/** Measures live events with many open streams, and prints it. @returns false if a browser missed a change. */
export async function measureLive(leads: number): Promise<boolean> {
  const dealer = await openBenchDealer(leads);
  try {
    const tokens = await signInPeople(dealer);
    console.log(`Pitlane has ${await readMemoryMb(dealer.pitlane)} MB`);
    await measureChanges(dealer, [], 'Nobody listens');
    const streams: IncomingMessage[] = [];
    for (const [place, token] of tokens.entries())
      for (let number = 0; number < streamsEach; number++)
        streams.push(await openStream({ port: dealer.pitlane.port, token }, `127.0.1.${place + 1}`));
    const before = await readCpuOfChildrenMs();
    await wait(seconds * 1_000);
    const rest = ((await readCpuOfChildrenMs()) - before) / seconds / 10;
    console.log(
      `${streams.length} listen, at rest: ${rest.toFixed(1)} % of a core, ${await readMemoryMb(dealer.pitlane)} MB`,
    );
    return await measureChanges(dealer, streams, `${streams.length} listen`);
  } finally {
    await dealer.close();
  }
}

async function signInPeople({ db }: BenchDealer): Promise<string[]> {
  const context = { db, clock: systemClock, cache: openProcessCache() };
  const tokens: string[] = [];
  for (let place = 1; place <= people; place++) {
    const name = `Listener ${place}`;
    const email = `listener${place}@bench.example`;
    const id = await addEmployee(context, {
      name,
      email,
      passwordHash: '-',
      level: 'manager',
      serviceCenters: [],
    });
    if (id) tokens.push(await openSession(context, id, null));
  }
  return tokens;
}

/** Opens a stream of live events. @throws when it is refused. */
export async function openStream(
  { port, token }: Omit<Server, 'pid'>,
  localAddress = '127.0.0.1',
): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${token}` };
  const path = `${basePath}${streamEvents.path}`;
  const asked = get({ port, host: '127.0.0.1', localAddress, path, headers, agent: false });
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  if (answer.statusCode !== 200) throw new Error(`A live connection was refused: ${answer.statusCode}`);
  return answer
    .on('error', () => undefined)
    .setEncoding('utf8')
    .resume();
}

async function measureChanges(
  { pool, pitlane }: BenchDealer,
  streams: readonly IncomingMessage[],
  what: string,
): Promise<boolean> {
  const create = listScenarios(await readFacts(pool)).find(({ name }) => name === 'create');
  if (!create) throw new Error('There is no create');
  let heard = 0;
  for (const stream of streams)
    stream.on('data', (text: string) => (heard += text.split('event: lead\n').length - 1));
  const connection = new Connection(pitlane.port, pitlane.token);
  const before = await readCpuOfChildrenMs();
  const times: number[] = [];
  const changes = changesASecond * seconds;
  for (let turn = 0, at = performance.now(); turn < changes; turn++, at += 1_000 / changesASecond) {
    await wait(Math.max(0, at - performance.now()));
    const { status } = await connection.ask(create.ask(turn + streams.length * 1_000));
    if (status === 201) times.push(performance.now() - at);
  }
  const cpu = ((await readCpuOfChildrenMs()) - before) / changes;
  await wait(2_000);
  connection.close();
  times.sort((one, other) => one - other);
  console.log(
    `${what}: ${times.length} of ${changes} changes, ${changesASecond} a second, p50 ${percentile(times, 0.5).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(0)} ms, ${cpu.toFixed(1)} ms of a core each; heard ${heard} of ${changes * streams.length}; ${await readMemoryMb(pitlane)} MB`,
  );
  return times.length === changes && heard === changes * streams.length;
}

async function readMemoryMb({ pid }: Server): Promise<number> {
  return Math.round(
    Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024,
  );
}
