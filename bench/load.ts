import { setTimeout as wait } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type Answer, type Ask, Connection, joinChunks } from './connection.ts';
import { readCpuOfChildrenMs } from './cpu.ts';

/** A call that is measured. `ask`: the request of a turn; `isTrue`: judges a reply. */
export type Scenario = {
  name: string;
  ask: (turn: number) => Ask;
  status?: number;
  isTrue: (reply: Record<string, unknown>, turn: number) => boolean;
};

/** The measurement of a scenario: calls a second, milliseconds, processor milliseconds per call, and how many were refused or wrong. */
export type Measured = {
  name: string;
  rate: number;
  p50: number;
  p99: number;
  usersP99: number;
  cpu: number;
  refused: number;
  wrong: number;
};

const usualConnections = 50;
const warmUpSeconds = 1;
const pause = 1_000;
const readEvery = 16;

type Server = { port: number; token?: string };

/** Measures a scenario: first as fast as the server answers, then as 50 users ask, `seconds` each. */
export async function measure(
  scenario: Scenario,
  server: Server,
  seconds: number,
  connections = usualConnections,
): Promise<Measured> {
  const load = openLoad(scenario, server, connections);
  const cpuBefore = await readCpuOfChildrenMs();
  const times = await load.press(seconds);
  // A refused call costs next to nothing: counted with the others, it would make a call cheaper the less the server copes.
  const cpu = ((await readCpuOfChildrenMs()) - cpuBefore) / Math.max(1, load.answered());
  const usersTimes = await load.pace(seconds);
  return {
    name: scenario.name,
    rate: times.length / seconds,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    usersP99: percentile(usersTimes, 0.99),
    cpu,
    ...load.faults(),
  };
}

/** Measures a scenario as 50 users ask. */
export async function measureUsers(
  scenario: Scenario,
  server: Server,
  seconds: number,
): Promise<{ p99: number; refused: number; wrong: number }> {
  const load = openLoad(scenario, server, usualConnections);
  return { p99: percentile(await load.pace(seconds), 0.99), ...load.faults() };
}

function openLoad(scenario: Scenario, server: Server, connections: number) {
  let turn = 0;
  let refused = 0;
  let wrong = 0;

  async function ask(connection: Connection): Promise<boolean> {
    const own = turn++;
    const answer = await connection.ask(scenario.ask(own));
    if (answer.status === 503) refused++;
    else if (isRight(scenario, answer, own)) return true;
    else if (wrong++ === 0)
      console.log(`Wrong: ${answer.status} ${JSON.stringify(readReply(answer)).slice(0, 300)}`);
    return false;
  }

  async function withAll(visit: (connection: Connection, place: number) => Promise<void>): Promise<void> {
    const visits = Array.from({ length: connections }, async (_, place) => {
      const connection = new Connection(server.port, server.token);
      await visit(connection, place).finally(() => connection.close());
    });
    await Promise.all(visits);
  }

  async function press(seconds: number): Promise<number[]> {
    const times: number[] = [];
    const began = performance.now() + warmUpSeconds * 1_000;
    const ends = began + seconds * 1_000;
    await withAll(async (connection) => {
      for (let now = performance.now(); now < ends; ) {
        const isCorrect = await ask(connection);
        const after = performance.now();
        if (isCorrect && now >= began) times.push(after - now);
        now = after;
      }
    });
    return sorted(times);
  }

  async function pace(seconds: number): Promise<number[]> {
    const times: number[] = [];
    const began = performance.now();
    await withAll(async (connection, place) => {
      for (let at = began + (pause * place) / connections; at < began + seconds * 1_000; at += pause) {
        await wait(Math.max(0, at - performance.now()));
        if (await ask(connection)) times.push(performance.now() - at);
      }
    });
    return sorted(times);
  }

  return { press, pace, answered: () => turn - refused, faults: () => ({ refused, wrong }) };
}

const sorted = (times: readonly number[]) => times.toSorted((one, other) => one - other);

export function percentile(times: readonly number[], share: number): number {
  return times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
}

function isRight({ status = 200, isTrue }: Scenario, answer: Answer, turn: number): boolean {
  if (answer.status !== status) return false;
  return turn % readEvery !== 0 || isTrue(readReply(answer), turn);
}

/** Unpacks and parses the reply of an answer. */
export function readReply({ head, body }: Answer): Record<string, unknown> {
  const whole = /\ntransfer-encoding: chunked/.test(head) ? joinChunks(body) : body;
  const packing = /\ncontent-encoding: (\w+)/.exec(head)?.[1];
  const unpack = packing === 'br' ? brotliDecompressSync : packing === 'gzip' ? gunzipSync : undefined;
  return whole.length === 0 ? {} : JSON.parse((unpack ? unpack(whole) : whole).toString());
}
