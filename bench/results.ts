import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Measured } from './load.ts';

const resultsFile = fileURLToPath(new URL('RESULTS.md', import.meta.url));
const biome = fileURLToPath(new URL('../node_modules/@biomejs/biome/bin/biome', import.meta.url));
const title = '# What `npm run bench -- --write` measured\n';
const columns = [
  ...['call', 'a second', 'p50 ms', 'p99 ms', 'p99 ms of 50 users', 'CPU ms', 'of the bare route'],
  ...['refused', 'wrong', 'MB after'],
];

/** Formats the row of a measurement for the table of results. @param memory in megabytes. */
export function formatResultRow(measured: Measured, bare: Measured, memory?: number): string {
  const { name, rate, p50, p99, usersP99, cpu, refused, wrong } = measured;
  return row([
    name,
    Math.round(rate).toLocaleString('en'),
    p50.toFixed(1),
    p99.toFixed(1),
    usersP99.toFixed(1),
    cpu.toFixed(2),
    `${Math.round((rate / bare.rate) * 100)} %`,
    `${refused}`,
    `${wrong}`,
    `${memory ?? ''}`,
  ]);
}

/** Formats the cells of a row of Markdown; missing ones are blank. */
export function row(cells: readonly string[]): string {
  return `| ${columns.map((_, at) => cells[at] ?? '').join(' | ')} |`;
}

/** Writes the results of a run into the file of results, in place of the earlier run of its kind. */
export async function writeResults(about: string, lines: readonly string[]): Promise<void> {
  const kind = about.slice(0, about.indexOf(' leads'));
  const [, ...tables] = (await readFile(resultsFile, 'utf8').catch(() => title)).split('\n## ');
  const head = `${row(columns)}\n${row(columns.map((_, at) => (at === 0 ? '---' : '--:')))}`;
  const kept = tables.filter((table) => !table.startsWith(kind));
  const written = [`${about}\n\n${head}\n${lines.join('\n')}\n`, ...kept];
  await writeFile(resultsFile, `${title}\n## ${written.join('\n## ')}`);
  execFileSync(process.execPath, [biome, 'format', '--write', resultsFile]);
}

/** Compares the results with the last written ones of as many leads. @returns a line for each scenario. */
export async function compareWithLast(leads: number, lines: readonly string[]): Promise<string[]> {
  const tables = (await readFile(resultsFile, 'utf8').catch(() => '')).split('\n## ').slice(1);
  const last = tables.find((table) => table.startsWith(`${leads.toLocaleString('en')} leads`));
  if (!last) return [`No earlier run with ${leads.toLocaleString('en')} leads to compare with.`];
  const before = readTable(last);
  const now = readTable([row(columns), row([]), ...lines].join('\n'));
  const ratio = (one: number | undefined, other: number | undefined) =>
    one && other ? `× ${(one / other).toFixed(2)}` : '';
  return [...now].flatMap(([name, { share, cpu }]) => {
    const old = before.get(name);
    return old ? [`${name}: rate ${ratio(share, old.share)}, CPU ${ratio(cpu, old.cpu)}`] : [];
  });
}

function readTable(text: string): Map<string, { share?: number; cpu?: number }> {
  const [head = [], , ...rows] = text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const numberIn = (cells: string[], column: string) =>
    Number.parseFloat(cells[head.indexOf(column)] ?? '') || undefined;
  return new Map(
    rows.map((cells) => [
      cells[1] ?? '',
      { share: numberIn(cells, 'of the bare route'), cpu: numberIn(cells, 'CPU ms') },
    ]),
  );
}
