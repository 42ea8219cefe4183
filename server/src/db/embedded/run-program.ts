import { spawn } from 'node:child_process';

/** The system user as whom programs run: by their ids, or by a command (`wrapper`) that is put before the program. */
export interface RunAs {
  wrapper: string[];
  uid?: number;
  gid?: number;
}

interface ProgramResult {
  code: number | null;
  output: string;
}

/**
 * Runs a program to its end, and never throws. `output` is stdout and stderr together; `code` is null when it could not be started or
 * was killed.
 */
export function runProgram(
  runAs: RunAs,
  program: string,
  args: string[],
  signal?: AbortSignal,
): Promise<ProgramResult> {
  const [command = program, ...rest] = [...runAs.wrapper, program, ...args];
  return new Promise((resolve) => {
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
    };
    try {
      const child = spawn(command, rest, {
        stdio: ['ignore', 'pipe', 'pipe'],
        windowsHide: true,
        cwd: '/',
        uid: runAs.uid,
        gid: runAs.gid,
        signal,
      });
      child.stdout.on('data', collect);
      child.stderr.on('data', collect);
      child.once('error', (error) => resolve({ code: null, output: error.message }));
      child.once('close', (code) => resolve({ code, output }));
    } catch (error) {
      resolve({ code: null, output: String(error) });
    }
  });
}

/** Returns the first error in a failed program's output, else its last line. */
export function extractError(output: string): string {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const said =
    lines.find((line) => /\b(FATAL|PANIC|error):/.test(line)) ?? lines.at(-1) ?? 'it ended without a word';
  return said.replace(/^.*?\b(FATAL|PANIC|error):\s*/, '');
}
