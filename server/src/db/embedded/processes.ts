import { readdir, readFile, readlink, realpath } from 'node:fs/promises';
import { getErrorCode } from '#server/lib/errors.ts';
import { runProgram } from './run-program.ts';

// 'other' may be a zombie, which only holds its id; 'unknown' cannot be told.
type ProcessKind = 'postgres' | 'other' | 'gone' | 'unknown';

/** Tells whether a process is a PostgreSQL of this folder, another one, or gone. */
export async function identifyProcess(pid: number, folder: string): Promise<ProcessKind> {
  if (!isThere(pid)) return 'gone';
  if (process.platform === 'linux') return kindOnLinux(pid, folder);
  if (process.platform === 'win32') {
    const { code, output } = await runProgram({ wrapper: [] }, 'tasklist', [
      '/FI',
      `PID eq ${pid}`,
      '/FO',
      'CSV',
      '/NH',
    ]);
    return code === 0 ? kindByName(output) : 'unknown';
  }
  const { code, output } = await runProgram({ wrapper: [] }, 'ps', [
    '-o',
    'stat=,command=',
    '-p',
    String(pid),
  ]);
  if (code !== 0) return isThere(pid) ? 'unknown' : 'gone';
  return output.startsWith('Z') ? 'other' : kindByName(output);
}

/**
 * Lists the ids of PostgreSQL processes in `folder`, postmaster or not. Outside Linux an orphan does not show its folder, so every
 * orphan counts. On Windows PostgreSQL guards the folder itself, and none are listed.
 */
export async function listPostgresProcesses(folder: string): Promise<number[]> {
  if (process.platform === 'win32') return [];
  if (process.platform === 'linux') {
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
    const kinds = await Promise.all(pids.map((pid) => kindOnLinux(pid, folder)));
    return pids.filter((_, index) => kinds[index] === 'postgres');
  }
  const { output } = await runProgram({ wrapper: [] }, 'ps', ['-axo', 'pid=,ppid=,command=']);
  return output.split('\n').flatMap((line) => {
    const [, pid, parent, command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    const postmaster = /\bpostgres /.test(command) && command.includes(`-D ${folder}`);
    const orphan = parent === '1' && command.startsWith('postgres: ');
    return postmaster || orphan ? [Number(pid)] : [];
  });
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return getErrorCode(error) === 'EPERM';
  }
}

function kindByName(output: string): ProcessKind {
  return /\bpostgres/i.test(output) ? 'postgres' : 'other';
}

async function kindOnLinux(pid: number, folder: string): Promise<ProcessKind> {
  try {
    const [, name, state] = /^\d+ \((.*)\) (\S)/s.exec(await readFile(`/proc/${pid}/stat`, 'utf8')) ?? [];
    if (name !== 'postgres' || state === 'Z' || state === 'X') return 'other';
    return (await readlink(`/proc/${pid}/cwd`)) === (await realpath(folder)) ? 'postgres' : 'other';
  } catch (error) {
    const code = getErrorCode(error);
    return code === 'ENOENT' || code === 'ESRCH' ? 'gone' : 'unknown';
  }
}
