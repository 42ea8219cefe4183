import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type Answer, type Ask, Connection, joinChunks } from './connection.ts';
import { cpuOfChildren } from './cpu.ts';

export type Scenario = {
  name: string;
  /** The `turn`th request, from 0. */
  ask: (turn: number) => Ask;
  status?: number;
  isTrue: (reply: Record<string, unknown>, turn: number) => boolean;
};

/** Of correct replies: how many a second, latencies in milliseconds. `cpu`: of one call, in milliseconds. `refused`: answered 503. */
export type Measured = {
  name: string;
  rate: number;
  p50: number;
  p99: number;
  cpu: number;
  refused: number;
  wrong: number;
};

const connections = 50;
const warmUpSeconds = 1;
/** Parsing a reply costs more than requesting it, so one in so many is parsed. */
const readEvery = 16;

/** Asks with 50 connections at once. */
export async function measure(
  scenario: Scenario,
  server: { port: number; token?: string },
  seconds: number,
): Promise<Measured> {
  const began = performance.now() + warmUpSeconds * 1_000;
  const ends = began + seconds * 1_000;
  const times: number[] = [];
  let turn = 0;
  let refused = 0;
  let wrong = 0;
  const visit = async () => {
    const connection = new Connection(server.port, server.token);
    try {
      for (let now = performance.now(); now < ends; ) {
        const own = turn++;
        const answer = await connection.ask(scenario.ask(own));
        const after = performance.now();
        if (answer.status === 503) refused++;
        else if (!isRight(scenario, answer, own)) {
          if (wrong++ === 0)
            console.log(`Wrong: ${answer.status} ${JSON.stringify(readReply(answer)).slice(0, 300)}`);
        } else if (now >= began) times.push(after - now);
        now = after;
      }
    } finally {
      connection.close();
    }
  };
  const cpuBefore = await cpuOfChildren();
  await Promise.all(Array.from({ length: connections }, visit));
  const cpu = ((await cpuOfChildren()) - cpuBefore) / turn;
  times.sort((one, other) => one - other);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return {
    name: scenario.name,
    rate: times.length / seconds,
    p50: at(0.5),
    p99: at(0.99),
    cpu,
    refused,
    wrong,
  };
}

function isRight({ status = 200, isTrue }: Scenario, answer: Answer, turn: number): boolean {
  if (answer.status !== status) return false;
  return turn % readEvery !== 0 || isTrue(readReply(answer), turn);
}

export function readReply({ head, body }: Answer): Record<string, unknown> {
  const whole = /\ntransfer-encoding: chunked/.test(head) ? joinChunks(body) : body;
  const packing = /\ncontent-encoding: (\w+)/.exec(head)?.[1];
  const unpack = packing === 'br' ? brotliDecompressSync : packing === 'gzip' ? gunzipSync : undefined;
  return whole.length === 0 ? {} : JSON.parse((unpack ? unpack(whole) : whole).toString());
}
