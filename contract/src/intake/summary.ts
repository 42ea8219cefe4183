import { z } from 'zod';
import { endpoint } from '#contract/call/endpoint.ts';
import { managementLevels } from '#contract/levels.ts';
import { id } from '#contract/text/text.ts';

/** Counts the deliveries that a person has to place and those that failed, and the messages to customers that failed. */
export const summariseIntake = endpoint({
  method: 'GET',
  path: '/management/intake/summary',
  summary:
    'How many deliveries a person has to place, and how many failed, each counted up to 1,000; the one to place, if it is the only one; messages to customers that failed; the connections by name',
  tag: 'Incoming enquiries',
  reads: 'intake',
  who: managementLevels,
  reply: z.object({
    toPlace: z.int(),
    onlyToPlace: id.nullable(),
    failed: z.int(),
    messagesFailed: z.int(),
    connections: z.array(z.object({ _id: id, name: z.string() })),
  }),
});
