import type { Logger } from 'pino';
import { limitRepeatedLines } from '#server/lib/log.ts';

/** Gets each line of PostgreSQL's log. `isExpected`: PostgreSQL is being stopped. */
export type PostgresLineHandler = (line: string, isExpected: boolean) => void;

/**
 * Makes a handler that logs what PostgreSQL says. What is no information is a warning; one that differs from an earlier one by numbers
 * alone, as for each connection that a crash ends or a recovery refuses, once a minute with how often it was said.
 */
export function logPostgres(log: Pick<Logger, 'warn' | 'debug'>): PostgresLineHandler {
  const saySeldom = limitRepeatedLines();
  return (line, isExpected) => {
    if (isExpected || !/^(?:FATAL|PANIC|WARNING):/.test(line)) {
      log.debug({ postgres: line }, 'PostgreSQL says');
      return;
    }
    saySeldom(line.replace(/\d+/g, ''), (calls) =>
      log.warn({ postgres: line, ...(calls > 1 && { calls }) }, 'PostgreSQL says'),
    );
  };
}
