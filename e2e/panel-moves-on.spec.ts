import { holdRequests } from './support/held.ts';
import { openThreeLeads, recordThreeLeads } from './support/lead-family.ts';
import { heading, leadPanelOf, rows } from './support/lists.ts';
import { moveDialog, moveLeadAsManager, nextFollowUpField, readLead } from './support/move-lead.ts';
import { expect, test } from './support/test.ts';

test.use({ level: 'service' });

const theList = '**/getLeadsByServicesCenterAndStatus?*';

test('what a colleague takes out of the list stays open for who has worked on it (F141)', async ({
  page,
  demo,
}) => {
  const { family, b } = await recordThreeLeads(demo);
  await openThreeLeads(page, family);
  await page.getByRole('button', { name: b.name, exact: true }).click();
  const panel = leadPanelOf(page, b.name);
  await panel.getByRole('textbox', { name: 'Comment' }).fill('Asked for the price');
  await page.keyboard.press('Control+Enter');
  await expect(panel.getByRole('listitem').first()).toContainText('Asked for the price');
  const reread = page.waitForResponse(theList);
  await panel.getByRole('button', { name: 'Busy', exact: true }).press('Enter');
  await reread;
  await panel.getByRole('textbox', { name: 'Comment' }).fill('Calls back');
  await page.keyboard.press('Control+Enter');
  await expect(panel.getByRole('listitem').first()).toContainText('Calls back');
  await moveLeadAsManager(demo, b, { status: 'completed' });
  await expect(heading(page)).toHaveText(/2 in total/);
  await panel.getByRole('button', { name: 'No answer', exact: true }).click();
  await expect.poll(() => readLead(demo, b)).toMatchObject({ contactAttempts: 2 });
});

test('what is pressed before the list is read again is meant for the lead that was seen (F141)', async ({
  page,
  demo,
}) => {
  const { family, b, c } = await recordThreeLeads(demo);
  await openThreeLeads(page, family);
  await page.getByRole('button', { name: b.name, exact: true }).click();
  const panel = leadPanelOf(page, b.name);
  await panel.getByRole('button', { name: 'Potential' }).click();
  await expect(nextFollowUpField(page)).toBeFocused();
  await page.keyboard.type('tomorrow');
  const list = await holdRequests(page, theList);
  await page.keyboard.press('Control+Enter');
  await expect(moveDialog(page)).toHaveCount(0);
  await panel.getByRole('textbox', { name: 'Comment' }).click();
  await page.keyboard.type('Wants the ');
  list.release();
  await expect(rows(page)).toHaveCount(2);
  await page.keyboard.type('red one');
  await expect(panel.getByRole('textbox', { name: 'Comment' })).toHaveValue('Wants the red one');
  await panel.getByRole('button', { name: 'Busy', exact: true }).click();
  await expect.poll(() => readLead(demo, b)).toMatchObject({ contactAttempts: 1 });
  expect(await readLead(demo, c)).toMatchObject({ contactAttempts: 0 });
});
