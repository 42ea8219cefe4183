import type { LeadSource } from '#contract/leads/lead-source.ts';
import type { CreateLeadBody } from '#contract/leads/leads.ts';
import { isWhatsAppId } from '#contract/text/whatsapp-id.ts';
import type { Context, DealerRules } from '#server/context.ts';
import { joinsOpenLeads } from '#server/dealer/dealer-rules.service.ts';
import { changeLeads } from '#server/leads/record/change-leads.service.ts';
import type { ConnectionRow } from './connections.db.ts';
import { findConversations, findOpenLeads, holdPhones } from './deliveries.db.ts';
import { recorder } from './recorder.ts';

/** Of a delivery that may become a lead. */
export type Ready = {
  id: string;
  phone: string;
  summary: string | null;
  connection: ConnectionRow;
  body: CreateLeadBody;
  source: LeadSource;
};

/**
 * Which join a lead, or the lead that an earlier one of the batch becomes, and which become one. By the dealer's choice
 * an enquiry joins the person's only open lead at its center; else it is one beside what is open there. A message of a conversation joins the lead that the one before did or, once that is closed, the newest
 * open one, at any center: nobody says the same at two.
 */
export async function sortOut(
  { db }: Context,
  ready: readonly Ready[],
): Promise<{ joined: Map<Ready, string | Ready>; fresh: Ready[]; beside: Set<Ready> }> {
  const phonesOf = (all: readonly Ready[]) => [...new Set(all.map(({ phone }) => phone))];
  const written = ready.filter(isMessage);
  await holdPhones(db, phonesOf(ready));
  const talks = new Map((await findConversations(db, phonesOf(written))).map((talk) => [talk.phone, talk]));
  const known = ready.map((each) => {
    const talk = isMessage(each) ? talks.get(each.phone) : undefined;
    return { talk, each: talk?.mobile && isWhatsAppId(each.phone) ? withPhone(each, talk.mobile) : each };
  });
  const phones = phonesOf(known.map(({ each }) => each));
  await holdPhones(
    db,
    phones.filter((phone) => !ready.some((each) => each.phone === phone)),
  );
  const isJoining = await joinsOpenLeads(db);
  const open = Map.groupBy(await findOpenLeads(db, phones), ({ phone }) => phone);
  const joined = new Map<Ready, string | Ready>();
  const fresh: Ready[] = [];
  const beside = new Set<Ready>();
  for (const { talk, each } of known) {
    const center = each.body.serviceCenter;
    const all = open.get(each.phone) ?? [];
    const here = all.filter((lead) => lead.center === center);
    const earlier = fresh.findLast(
      ({ phone, body }) => phone === each.phone && (isMessage(each) || body.serviceCenter === center),
    );
    const lead = isMessage(each)
      ? (talk?.openLead ?? here[0]?.id ?? all[0]?.id)
      : here.length === 1
        ? here[0]?.id
        : undefined;
    const to = lead ?? (isMessage(each) || here.length === 0 ? earlier : undefined);
    if (to && (isJoining || isMessage(each))) {
      joined.set(each, to);
      continue;
    }
    if (here.length > 0 || earlier) beside.add(each);
    fresh.push(each);
  }
  return { joined, fresh, beside };
}

/**
 * What a customer writes wants an answer: the leads are due now, if they do not wait for a first one anyway. Before other leads
 * of the transaction are written, which lock customers.
 */
export async function remindOfMessages(
  inside: Context,
  dealer: DealerRules,
  joined: ReadonlyMap<Ready, string | Ready>,
): Promise<void> {
  const now = inside.clock.now();
  const byLead = new Map(
    [...joined].flatMap(([each, to]) =>
      typeof to === 'string' && isMessage(each) ? [[to, each] as const] : [],
    ),
  );
  await changeLeads(
    inside.db,
    [...byLead].map(([id, { connection }]) => ({
      context: recorder(inside, dealer, connection),
      id,
      orNobody: true,
      decide: (_inside, { status, contact_tries, try_again_at }) =>
        (status === 'pending' && contact_tries === 0) || (try_again_at && try_again_at < now)
          ? {}
          : { try_again_at: now },
    })),
  );
}

function isMessage({ connection }: Ready): boolean {
  return connection.kind === 'whatsapp';
}

/** Somebody has completed the lead of a person whose number WhatsApp does not tell. */
function withPhone(each: Ready, phone: string): Ready {
  return { ...each, phone, body: { ...each.body, phone } };
}
