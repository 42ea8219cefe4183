import { randomInt, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type Lead, lead } from '#contract/leads/leads.ts';
import type { Demo, Session } from './demo.ts';

export function uniqueName(): string {
  return `Nadia ${randomUUID()
    .slice(0, 8)
    .replace(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))}`;
}

let phones = randomInt(100_000_000);

export function uniquePhone(): string {
  return `017${String(++phones % 100_000_000).padStart(8, '0')}`;
}

/**
 * Records a pending lead by the API in the first center of the session, with a name and phone of its own.
 *
 * @throws when refused.
 */
export async function recordLead(
  demo: Demo,
  session: Session,
  over: Partial<
    Record<
      'name' | 'phone' | 'email' | 'notes' | 'vehicleNumber' | 'serviceCenter' | 'appointmentDate',
      string
    >
  > = {},
): Promise<Lead> {
  const [center] = await readCenters(demo, session);
  const body = { name: uniqueName(), phone: uniquePhone(), serviceCenter: center?._id, ...over };
  const answer = await demo.call('POST', '/dataEntry/manageLeads', body, session);
  if (answer.status !== 201) throw new Error(`The lead was refused: ${JSON.stringify(answer)}`);
  return lead.parse(answer.body);
}

/** Reads the active service centers that a session's employee may see, by name. */
export async function readCenters(demo: Demo, session: Session): Promise<{ _id: string; name: string }[]> {
  const { body } = await demo.call('GET', '/serviceCenter/manageLeads/getServiceCenters', undefined, session);
  const centers = z.array(z.object({ _id: z.string(), name: z.string(), isActive: z.boolean() })).parse(body);
  return centers.filter(({ isActive }) => isActive);
}
