import { type DestinationStream, type Logger, pino } from 'pino';

/** The only fields of a log line; what libraries log besides may hold anything. */
const told = new Set([
  ...['type', 'message', 'reason', 'code', 'constraint', 'table', 'routine', 'frames'],
  ...[
    'method',
    'route',
    'status',
    'milliseconds',
    'mail',
    'kind',
    'how',
    'pid',
    'mode',
    'postgres',
    'setting',
    'statement',
  ],
]);

/**
 * Safe at every level: only the fields above get through.
 *
 * @param output standard output by default.
 */
export function createLog(level: string, output?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: {
      log: (notes: Record<string, unknown>) =>
        Object.fromEntries(Object.entries(notes).filter(([name]) => told.has(name))),
    },
  };
  return output ? pino(options, output) : pino(options);
}
