import type { Lead } from '#contract/leads/leads.ts';
import type { Context, Names } from '#server/context.ts';
import { namesOf, readNames } from '#server/db/names.ts';
import { areAllNamed, type LeadRow, toLead } from './lead-rows.ts';

/** @returns a lead as the API shows it, with the names of what it refers to. */
export async function nameLead(context: Context, row: LeadRow): Promise<Lead> {
  return toLead(row, await namesFor(context, [row]));
}

/** @returns leads as the API shows them, with the names of what they refer to. */
export async function nameLeads(context: Context, rows: readonly LeadRow[]): Promise<Lead[]> {
  const names = await namesFor(context, rows);
  return rows.map((row) => toLead(row, names));
}

/** What a lead refers to may have been added a moment ago; then the names are read anew. */
async function namesFor(context: Context, rows: readonly LeadRow[]): Promise<Names> {
  const names = await namesOf(context);
  return rows.every((row) => areAllNamed(row, names)) ? names : readNames(context.db);
}
