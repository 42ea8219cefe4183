import { type DestinationStream, type Logger, pino } from 'pino';

/** All that a line of the log may hold. What a library logs besides (headers, packets, options) may hold anything. */
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
  ],
]);

/**
 * The log of a process, safe at every level: of what is logged, ours or a library's, only the names above get through.
 *
 * @param output standard output unless given.
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
