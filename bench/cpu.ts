import { readdir, readFile } from 'node:fs/promises';

const msPerTick = 10;

// Processes that have ended since, such as PostgreSQL's of a closed connection, count with what they had used when last seen.
const seen = new Map<number, number>();

/** Sums the processor milliseconds of all that this process has started; it never falls. */
export async function readCpuOfChildrenMs(): Promise<number> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const processes = new Map(
    await Promise.all(
      pids.map(async (pid) => {
        const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
        // Behind the program's name, which may hold anything: state, parent, nine others, user and system time.
        const [, parent = 0, ...others] = stat
          .slice(stat.lastIndexOf(')') + 2)
          .split(' ')
          .map(Number);
        const [user = 0, system = 0] = others.slice(9);
        return [Number(pid), { parent, ticks: user + system }] as const;
      }),
    ),
  );
  const isOwn = (pid: number): boolean => {
    const parent = processes.get(pid)?.parent;
    return parent !== undefined && (parent === process.pid || isOwn(parent));
  };
  for (const [pid, { ticks }] of processes)
    if (isOwn(pid)) seen.set(pid, Math.max(ticks, seen.get(pid) ?? 0));
  return [...seen.values()].reduce((sum, ticks) => sum + ticks, 0) * msPerTick;
}
