import { z } from 'zod';
import { endpoint } from '#contract/call/endpoint.ts';
import { calendarDate, instant } from '#contract/text/dates.ts';

/** Warnings, the most urgent first. */
export const systemWarnings = [
  'diskLow',
  'intakeFull',
  'backupFailed',
  'backupOld',
  'jobsWaiting',
  'emailsFailing',
  'messagesFailing',
  'jobsFailing',
  'intakeRefused',
  'postgresOld',
  'replicaAway',
  'replicaBehind',
  'backupsOff',
  'emailsToFiles',
  'localAddress',
] as const;
export type SystemWarning = (typeof systemWarnings)[number];

const queue = z.object({ waiting: z.int(), failed: z.int() });

/**
 * Sizes are in bytes. `releasedOn`: when that version of PostgreSQL came out (null: not known); `answerMs`: the database's answer, in milliseconds; `tables`: the largest, with estimated rows (null: not
 * yet); `oldestJobAt`: when the longest waiting job or email fell due; `intake`: what came
 * by itself and is stored, and what of it came in this hour; `live`: open live connections of the answering process;
 * `last`: the newest scheduled backup; `replica`: null without one; `lagSeconds`: null while it does not answer or replicates
 * another database.
 */
export const systemStatus = z.object({
  readAt: instant,
  warnings: z.array(z.enum(systemWarnings)),
  database: z.object({
    version: z.string(),
    releasedOn: calendarDate.nullable(),
    isEmbedded: z.boolean(),
    answerMs: z.number(),
    bytes: z.int(),
    connections: z.int(),
    mostConnections: z.int(),
    tables: z.array(z.object({ name: z.string(), bytes: z.int(), rows: z.int().nullable() })),
    replica: z.object({ isRead: z.boolean(), lagSeconds: z.number().nullable() }).nullable(),
  }),
  emails: queue,
  jobs: queue,
  oldestJobAt: instant.nullable(),
  intake: z.object({
    deliveries: z.int(),
    bytes: z.int(),
    mostBytes: z.int().nullable(),
    hourDeliveries: z.int(),
    hourBytes: z.int(),
  }),
  live: z.int(),
  backups: z.object({
    isScheduled: z.boolean(),
    hasFailed: z.boolean(),
    last: z.object({ at: instant, bytes: z.int() }).nullable(),
  }),
  versions: z.object({
    pitlane: z.string(),
    commit: z.string().nullable(),
    node: z.string(),
    migration: z.string(),
    startedAt: instant,
  }),
});
export type SystemStatus = z.infer<typeof systemStatus>;

export const getSystemStatus = endpoint({
  method: 'GET',
  path: '/management/systemStatus',
  summary:
    'How the installation is doing: database, emails and jobs, live connections, backups and versions, with warnings about what needs attention',
  tag: 'System',
  reads: 'systemStatus',
  freshSeconds: 0,
  who: ['superAdmin'],
  reply: systemStatus,
});
