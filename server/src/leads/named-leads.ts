import type { Lead } from '#contract/leads/leads.ts';
import type { Context, Names } from '#server/context.ts';
import { namesOf, readNames } from '#server/db/names.ts';
import { areAllNamed, type LeadRow, toLead } from './lead-rows.ts';

export async function nameLead(context: Context, row: LeadRow): Promise<Lead> {
  return toLead(row, await namesFor(context, [row]));
}

export async function nameLeads(context: Context, rows: readonly LeadRow[]): Promise<Lead[]> {
  const names = await namesFor(context, rows);
  return rows.map((row) => toLead(row, names));
}

/** Reads anew when a name is missing: it may be new. */
export async function namesFor(context: Context, rows: readonly LeadRow[]): Promise<Names> {
  const names = await namesOf(context);
  return rows.every((row) => areAllNamed(row, names)) ? names : readNames(context.db);
}
