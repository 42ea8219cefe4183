import type { Lead } from '#contract/leads/leads.ts';
import type { Context, Names } from '#server/context.ts';
import { areAllNamed, type LeadRow, toLead } from './lead-rows.ts';
import { namesOf } from './names.service.ts';

export async function nameLead(context: Context, row: LeadRow): Promise<Lead> {
  return toLead(row, await namesFor(context, [row]));
}

export async function nameLeads(context: Context, rows: readonly LeadRow[]): Promise<Lead[]> {
  const names = await namesFor(context, rows);
  return rows.map((row) => toLead(row, names));
}

export function namesFor(context: Context, rows: readonly LeadRow[]): Promise<Names> {
  return namesOf(context, (names) => rows.every((row) => areAllNamed(row, names)));
}
