import { inspect } from 'node:util';
import { getExitCode, StartError } from './errors.ts';
import { Refusal } from './refusal.ts';

/**
 * Runs a command of the terminal and ends the process: with 0, or with {@link getExitCode} why not, which is said in one line where
 * the person can act on it.
 *
 * @param work gets a signal that aborts when it is to be broken off, by a signal of the system or the parent's death.
 * @param brokenOff what is said then.
 */
export async function runCommand(
  work: (signal: AbortSignal) => Promise<void>,
  brokenOff = 'Broken off',
): Promise<never> {
  const interrupt = new AbortController();
  for (const end of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const)
    process.on(end, () => interrupt.abort());
  try {
    await work(interrupt.signal);
  } catch (error) {
    const isKnown = error instanceof StartError || error instanceof Refusal;
    const known = interrupt.signal.aborted ? brokenOff : isKnown && error.message;
    process.stderr.write(`${known || inspect(error)}\n`);
    process.exit(getExitCode(error));
  }
  process.exit(0);
}
