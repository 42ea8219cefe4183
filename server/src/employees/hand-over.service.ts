import { messages } from '#contract/call/messages.ts';
import type { HandOverResult } from '#contract/employees.ts';
import { maxHandedOverLeads } from '#contract/employees.ts';
import type { LeadList } from '#contract/leads/leads.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import type { ActorContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { SerializedJson } from '#server/http/serialized-json.ts';
import {
  explainLeadsLeft,
  explainRefusedLeads,
  handOverBatch,
} from '#server/leads/bulk/hand-over.service.ts';
import { listOpenLeads } from '#server/leads/lists/lead-lists.service.ts';
import { forbidden, invalidFields } from '#server/lib/refusal.ts';
import { findHandOverRefusal } from './employees.policy.ts';
import { getAccount, lockTargetShared } from './employees.service.ts';

/** Lists the open leads of an employee, newest first. @throws Refusal 404, 403 for who may not deactivate them. */
export async function listOpenLeadsOfEmployee(
  context: ActorContext,
  id: string,
  query: { page: number; limit: number },
): Promise<SerializedJson<LeadList>> {
  const { actor } = context;
  const { level, isActive } = await getAccount(context, id);
  const fault = findHandOverRefusal(
    { id: actor._id, level: actor.level, isActive: true },
    { id, level, isActive },
  );
  if (fault) throw forbidden(fault);
  return listOpenLeads(context, id, query);
}

/**
 * All open leads or `ids`, in batches of a transaction each: if it breaks off, it can be repeated. Leads that the receiver may
 * not have stay.
 *
 * @throws Refusal 404, 403 for who may not deactivate the employee, 400 beside `to`.
 */
export async function handOverLeads(
  context: ActorContext,
  id: string,
  to: string,
  ids?: readonly string[],
): Promise<HandOverResult> {
  const handedOver = new Set<string>();
  for (;;) {
    const batch = await inTransaction(context, (inside) => handOverSome(inside, id, to, ids));
    for (const lead of batch) handedOver.add(lead);
    if (batch.length === 0 || ids) break;
  }
  if (ids) {
    const stayed = [...new Set(ids)].filter((lead) => !handedOver.has(lead));
    const refused = await explainRefusedLeads(context, id, stayed);
    return { handedOver: handedOver.size, left: refused.length, refused };
  }
  return { handedOver: handedOver.size, ...(await explainLeadsLeft(context, id, maxHandedOverLeads)) };
}

async function handOverSome(
  context: ActorContext,
  id: string,
  to: string,
  ids: readonly string[] | undefined,
): Promise<string[]> {
  await lockTargetShared(context, id, findHandOverRefusal, [to]);
  if (to === id) throw invalidFields({ to: messages.unknownReceiver });
  const leads = await handOverBatch(context, id, to, ids);
  if (leads.length > 0) {
    const { name } = await getAccount(context, to);
    await recordAudit(context, {
      action: 'leadsHandedOver',
      actor: context.actor._id,
      subject: id,
      details: { leads: leads.length, receiver: { _id: to, name } },
    });
  }
  return leads;
}
