import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import type { Pool } from 'pg';
import { basePath, type Endpoint } from '#contract/call/endpoint.ts';
import { downloadLeadsCsv } from '#contract/leads/lead-oversight.ts';
import { downloadAllCollections } from '#contract/reports.ts';
import type { Server } from './dealer.ts';
import { type Measured, measure, type Scenario } from './load.ts';

type Download = { name: string; path: string; rows: number; isWhole: (file: Seen) => boolean };

type Seen = { lines: number; end: Buffer };

type Downloaded = {
  name: string;
  rows: number;
  firstByte: number;
  seconds: number;
  megabytes: number;
  mostMemory: number;
  isWhole: boolean;
};

const newline = 0x0a;
const sampleMs = 100;
const zipEnd = 22;

/** Lists the downloads that are measured, with how many rows each must have. */
export async function listDownloads(pool: Pool): Promise<Download[]> {
  const count = async (rows: string) =>
    Number((await pool.query(`select count(*) as rows from ${rows}`)).rows[0].rows);
  const csv = async (name: string, condition: string, query = ''): Promise<Download> => {
    const rows = await count(`leads where is_active and ${condition}`);
    return { name, path: pathOf(downloadLeadsCsv) + query, rows, isWhole: ({ lines }) => lines === rows + 1 };
  };
  const tables = [
    'leads',
    'lead_versions',
    'customers',
    'customer_addresses',
    'service_centers',
    'offerings',
  ];
  const counts = await Promise.all(tables.map(count));
  return [
    await csv('CSV of one status', "status = 'completed'", '?status=completed'),
    await csv('CSV of all leads', 'true'),
    {
      name: 'zip of everything',
      path: pathOf(downloadAllCollections),
      rows: counts.reduce((sum, rows) => sum + rows, 0),
      isWhole: ({ end }) => end.subarray(-zipEnd).toString('latin1').startsWith('PK\x05\x06'),
    },
  ];
}

/** Downloads a file, and measures time, bytes and the most memory of the server. */
export async function measureDownload(
  { name, path, rows, isWhole }: Download,
  server: Server,
): Promise<Downloaded> {
  let mostMemory = 0;
  const sample = async () => {
    mostMemory = Math.max(mostMemory, await readMemoryMb(server.pid));
  };
  const sampling = setInterval(() => void sample(), sampleMs);
  try {
    const began = performance.now();
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, {
      headers: { authorization: `Bearer ${server.token}`, 'accept-encoding': 'identity' },
    });
    let firstByte = 0;
    let bytes = 0;
    const seen: Seen = { lines: 0, end: Buffer.alloc(0) };
    for await (const part of answer.body ?? []) {
      firstByte ||= performance.now();
      const piece = Buffer.from(part);
      bytes += piece.length;
      for (let at = piece.indexOf(newline); at >= 0; at = piece.indexOf(newline, at + 1)) seen.lines++;
      seen.end = Buffer.concat([seen.end, piece]).subarray(-zipEnd);
    }
    const seconds = (performance.now() - began) / 1_000;
    await sample();
    return {
      ...{ name, rows, mostMemory, seconds, isWhole: answer.status === 200 && isWhole(seen) },
      firstByte: (firstByte - began) / 1_000,
      megabytes: bytes / 1e6,
    };
  } finally {
    clearInterval(sampling);
  }
}

/** Measures a scenario while a download runs. */
export async function measureBeside(
  download: Download,
  scenario: Scenario,
  server: Server,
  seconds: number,
): Promise<Measured> {
  const { port, token } = server;
  const drain = new Worker(new URL('./drain.ts', import.meta.url), {
    workerData: { port, token, path: download.path },
  });
  const failed = once(drain, 'error').then(([error]) => Promise.reject(error));
  try {
    const measured = await Promise.race([measure(scenario, server, seconds), failed]);
    return { ...measured, name: `${scenario.name}, beside the ${download.name}` };
  } finally {
    await drain.terminate();
  }
}

function pathOf({ path }: Endpoint): string {
  return `${basePath}${path}`;
}

export async function readMemoryMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/VmRSS:\s*(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}
