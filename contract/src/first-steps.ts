import { z } from 'zod';
import { endpoint } from '#contract/call/endpoint.ts';
import { type Level, managementLevels } from './levels.ts';

const superAdminOnly: readonly Level[] = ['superAdmin'];

/** Names what a new dealer does first, in this order, with the levels that may do it. */
export const firstStepLevels = {
  offerings: managementLevels,
  people: superAdminOnly,
  workingHours: managementLevels,
  bookingRules: managementLevels,
  websiteForm: superAdminOnly,
  metaConnections: superAdminOnly,
  customerMessages: superAdminOnly,
  import: managementLevels,
  address: superAdminOnly,
  mail: superAdminOnly,
  backups: superAdminOnly,
} as const satisfies Record<string, readonly Level[]>;

/** The name of something that a new dealer does first. */
export type FirstStep = keyof typeof firstStepLevels;

export const allFirstSteps = Object.keys(firstStepLevels) as FirstStep[];
const firstStep = z.enum(allFirstSteps as [FirstStep, ...FirstStep[]]);

const firstStepStates = ['open', 'done', 'dismissed'] as const;

/**
 * The steps that a new dealer does first, each with its state. `steps`: those of the caller's level; `hasLeads`: a lead was recorded, so
 * there is something to report.
 */
export const firstSteps = z.object({
  hasLeads: z.boolean(),
  steps: z.array(z.object({ step: firstStep, state: z.enum(firstStepStates) })),
});
export type FirstSteps = z.infer<typeof firstSteps>;

/** Returns what a new dealer does first, as far as the caller may do it, and what of it is done or dismissed. */
export const getFirstSteps = endpoint({
  method: 'GET',
  path: '/management/firstSteps',
  summary:
    'What a new dealer does first, as far as the caller may do it, and what of it is done or dismissed; and whether there are leads',
  tag: 'Dealer',
  reads: 'firstSteps',
  freshSeconds: 0,
  who: managementLevels,
  reply: firstSteps,
});

/** Replaces the list of first steps that the dealer does not need: those left out are shown again. */
export const setDismissedFirstSteps = endpoint({
  method: 'PATCH',
  path: '/management/firstSteps',
  summary: 'Say which first steps this dealer does not need; all others come back',
  tag: 'Dealer',
  changes: ['firstSteps'],
  who: superAdminOnly,
  body: z.strictObject({ dismissed: z.array(firstStep).max(allFirstSteps.length) }),
  reply: firstSteps,
});
