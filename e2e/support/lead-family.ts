import type { Page } from '@playwright/test';
import type { Lead } from '#contract/leads/leads.ts';
import type { Demo } from './demo.ts';
import { rows } from './lists.ts';
import { recordLead, uniqueName } from './sample-lead.ts';
import { expect } from './test.ts';

/** Records three leads whose names begin with the same family name, so that a list shows A above B above C. */
export async function recordThreeLeads(demo: Demo): Promise<{ family: string; a: Lead; b: Lead; c: Lead }> {
  const session = await demo.session('service');
  const family = uniqueName();
  const one = (letter: string) => recordLead(demo, session, { name: `${family} ${letter}` });
  const c = await one('C');
  const b = await one('B');
  return { family, a: await one('A'), b, c };
}

/** Opens the pending list with a search for the family name, and waits for its three rows. */
export async function openThreeLeads(page: Page, family: string): Promise<void> {
  await page.goto(`/main/leadsByStatus/pending?search=${encodeURIComponent(family)}`);
  await expect(rows(page)).toHaveCount(3);
}
