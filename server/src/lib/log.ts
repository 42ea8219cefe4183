import { type DestinationStream, type Logger, pino } from 'pino';

const loggedFields = new Set([
  ...['type', 'message', 'reason', 'code', 'constraint', 'table', 'routine', 'frames'],
  ...[
    'method',
    'route',
    'status',
    'milliseconds',
    'mail',
    'kind',
    'job',
    'attempts',
    'calls',
    'how',
    'pid',
    'mode',
    'postgres',
    'setting',
    'statement',
  ],
]);

const seldomEvery = 60_000;

/** Creates the log, which is safe at every level: only the fields above get through. @param output standard output by default. */
export function createLog(level: string, output?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: {
      log: (notes: Record<string, unknown>) =>
        Object.fromEntries(Object.entries(notes).filter(([name]) => loggedFields.has(name))),
    },
  };
  return output ? pino(options, output) : pino(options);
}

/**
 * Makes a limiter of lines that a flood of calls would repeat: each kind is said at once, and then once a minute.
 *
 * @returns a function whose `say` hears how many it stands for, those since the line before included.
 */
export function limitRepeatedLines(now: () => number = () => performance.now()) {
  const kinds = new Map<string, { saidAt: number; count: number }>();
  return (kind: string, say: (count: number) => void): void => {
    const { saidAt, count } = kinds.get(kind) ?? { saidAt: Number.NEGATIVE_INFINITY, count: 0 };
    const isDue = now() - saidAt >= seldomEvery;
    if (isDue) say(count + 1);
    kinds.set(kind, isDue ? { saidAt: now(), count: 0 } : { saidAt, count: count + 1 });
  };
}
