import { randomInt } from 'node:crypto';
import type { EndpointReply } from '#contract/call/endpoint.ts';
import { messages } from '#contract/call/messages.ts';
import type { AssignmentRule, listAssignmentRules as listCall } from '#contract/intake/assignment.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import type { ActorContext, Context } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { listLastAdvisors, listStaffAtWork } from '#server/leads/record/advisors.service.ts';
import { invalidFields } from '#server/lib/refusal.ts';
import {
  listActiveServiceCenters,
  lockActiveCentersUntilCommit,
} from '#server/service-centers/service-centers.service.ts';
import { findAssignmentRules, lockTurns, saveAssignmentRules, saveTurns } from './assignment.db.ts';

// Milliseconds: somebody who did something in them is at work.
const atWorkFor = 15 * 60_000;

/** Lists how the active centers assign new enquiries, by name. */
export async function listAssignmentRules(context: Context): Promise<EndpointReply<typeof listCall>> {
  const [centers, chosen] = await Promise.all([
    listActiveServiceCenters(context),
    findAssignmentRules(context.db),
  ]);
  return {
    centers: centers.map(({ _id, name }) => ({
      serviceCenter: { _id, name },
      assignment: chosen.get(_id) ?? 'nobody',
    })),
  };
}

/**
 * Sets how centers assign new enquiries, and audits it; other centers keep their rules.
 *
 * @throws Refusal 400 for a center that is not active.
 */
export async function editAssignmentRules(
  context: ActorContext,
  centers: readonly { serviceCenter: string; assignment: AssignmentRule }[],
): Promise<EndpointReply<typeof listCall>> {
  const ids = [...new Set(centers.map(({ serviceCenter }) => serviceCenter))];
  await inTransaction(context, async (inside) => {
    if ((await lockActiveCentersUntilCommit(inside, ids)).length < ids.length)
      throw invalidFields({ centers: messages.unknownServiceCenter });
    const last = new Map(centers.map((center) => [center.serviceCenter, center]));
    await saveAssignmentRules(inside.db, [...last.values()]);
    await recordAudit(inside, { action: 'intakeAssigned', actor: inside.actor._id });
  });
  return listAssignmentRules(context);
}

/**
 * Chooses who gets each of some enquiries, by what its center has chosen; their turns count once the transaction of `context` commits.
 * A late enquiry uses up nobody's turn: it is spread evenly over all who could have it. Advisors who are away are passed over.
 *
 * @returns the id of an advisor each, or undefined: whoever takes it first.
 */
export async function chooseAdvisors(
  context: Context,
  enquiries: readonly { phone: string; center: string; isLate: boolean }[],
): Promise<(string | undefined)[]> {
  const { db, clock } = context;
  const held = await lockTurns(db, [...new Set(enquiries.map(({ center }) => center))]);
  if (held.length === 0) return enquiries.map(() => undefined);
  const now = clock.now();
  const since = new Date(now.getTime() - atWorkFor);
  const staff = await listStaffAtWork(
    db,
    held.map(({ center }) => center),
    { since, now },
  );
  const asked = held.filter(({ assignment }) => assignment === 'lastAdvisor').map(({ center }) => center);
  const earlier = await listLastAdvisors(
    db,
    enquiries.filter(({ center }) => asked.includes(center)),
    now,
  );
  const byCenter = new Map(held.map((center) => [center.center, center]));
  const taken: { center: string; advisor: string; at: Date }[] = [];
  const chosen = enquiries.map(({ phone, center, isLate }, place) => {
    const { turns } = byCenter.get(center) ?? {};
    if (!turns) return undefined;
    const last = earlier.get(`${center} ${phone}`);
    if (last) return last;
    const waited = (id: string) => turns.get(id)?.getTime() ?? 0;
    const own = staff.filter((each) => each.center === center);
    if (isLate && own.length > 0) return own[randomInt(own.length)]?.id;
    const [next] = own.sort(
      (a, b) =>
        Number(b.isAtWork) - Number(a.isAtWork) || waited(a.id) - waited(b.id) || (a.id < b.id ? -1 : 1),
    );
    if (!next) return undefined;
    // In the order of arrival, also within a millisecond.
    const at = new Date(now.getTime() + place);
    turns.set(next.id, at);
    taken.push({ center, advisor: next.id, at });
    return next.id;
  });
  await saveTurns(db, taken);
  return chosen;
}
