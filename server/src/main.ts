import { inspect } from 'node:util';
import { startPitlane } from '#server/boot/start-pitlane.ts';
import { stopOnSignal } from '#server/boot/stop-on-signal.ts';
import { readEnv } from '#server/env.ts';
import { getExitCode, StartError } from '#server/lib/errors.ts';
import { createLog } from '#server/lib/log.ts';

const isDemo = process.argv.includes('--demo');
const interrupt = new AbortController();
const say = (line: string) => void process.stdout.write(`${line}\n`);

try {
  const env = readEnv(undefined, isDemo ? './data-demo' : './data');
  const log = createLog(env.logLevel);
  const starting = startPitlane({ env, log, say, isDemo, signal: interrupt.signal });
  stopOnSignal(starting, interrupt, say);
  await starting;
} catch (error) {
  if (interrupt.signal.aborted) process.exit(0);
  // A StartError is for the person at the terminal; others are our fault and keep their stack.
  process.stderr.write(`${error instanceof StartError ? error.message : inspect(error)}\n`);
  process.exit(getExitCode(error));
}
