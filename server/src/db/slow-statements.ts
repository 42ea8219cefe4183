import type { FastifyBaseLogger } from 'fastify';

const longestText = 1_000;

/**
 * Logs a statement that took at least so many milliseconds, by its text: its values stand apart from it, so nothing personal
 * is logged.
 */
export function slowStatements(log: Pick<FastifyBaseLogger, 'warn'>, slowMs: number): OnStatement {
  return (text, milliseconds) => {
    if (milliseconds < slowMs) return;
    const statement = text.replace(/\s+/g, ' ').trim().slice(0, longestText);
    log.warn({ statement, milliseconds: Math.round(milliseconds) }, 'a slow statement');
  };
}

/** Hears of each statement that ended, well or not: its text with placeholders, and how long the database took. */
export type OnStatement = (text: string, milliseconds: number) => void;
