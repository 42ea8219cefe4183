import { proposeKeptLead } from '#contract/leads/merge-proposal.ts';
import { normalisePhone } from '#contract/text/phone.ts';
import type { ActorContext } from '#server/context.ts';
import { mergeCustomers } from '#server/customers/merge/merge-customers.service.ts';
import { previewCustomerMerge } from '#server/customers/merge/merges.service.ts';
import { customerLeads } from '#server/leads/bulk/customer-leads.service.ts';
import { mergeLeads } from '#server/leads/merge/merge-leads.service.ts';
import { getLead } from '#server/leads/record/get-lead.service.ts';
import { findLeadsByPhone } from './sample-dealer.db.ts';
import { phonesOfOne, phoneTwice } from './sample-twins.ts';

/** Merges the leads of a sample customer who asked twice, and two sample customers who are one person. */
export async function mergeSampleDuplicates(context: ActorContext): Promise<void> {
  const leads = await Promise.all(
    (await leadsOf(context, [phoneTwice])).map(({ id }) => getLead(context, id)),
  );
  const kept = proposeKeptLead(leads);
  if (kept && leads.length > 1) {
    const seen = leads.map(({ _id, version }) => ({ _id, version }));
    await mergeLeads(context, { kept: kept._id, leads: seen });
  }

  const found = await leadsOf(context, phonesOfOne);
  const ids = [...new Set(found.map(({ customer }) => customer))];
  if (ids.length < 2) return;
  const { customers, proposed } = await previewCustomerMerge(context, ids);
  const chosen = (id: string) => customers.find(({ _id }) => _id === id);
  await mergeCustomers(context, customerLeads, {
    customers: customers.map(({ _id, version }) => ({ _id, version })),
    keep: proposed.keep,
    name: chosen(proposed.name)?.name ?? '',
    email: chosen(proposed.email)?.email ?? null,
  });
}

function leadsOf({ db, dealer }: ActorContext, phones: readonly string[]) {
  return findLeadsByPhone(
    db,
    phones.flatMap((phone) => normalisePhone(phone, dealer.phoneCountry) ?? []),
  );
}
