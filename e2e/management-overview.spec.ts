import { expectAccessible } from './support/accessible.ts';
import { heading, statusCards } from './support/lists.ts';
import { expectFitsPhone, forEachSize } from './support/screen-sizes.ts';
import { expect, includeInShortRun, test } from './support/test.ts';

forEachSize(({ isPhone }) => {
  includeInShortRun(isPhone);

  test('below its cards the overview counts leads by center and status, and each number opens its list (F69)', async ({
    page,
  }) => {
    await page.goto('/main/managementLeads');
    await expect(statusCards(page)).toHaveCount(5);
    const table = page.getByRole('table', { name: 'Active leads by service center' });
    const row = table.getByRole('row', { name: /^Mirpur Service Center/ });
    await expect(row.getByRole('link')).toHaveCount(6);
    await expectAccessible(page);
    if (isPhone) await expectFitsPhone(page);
    const potential = row.getByRole('link', { name: /, Potential: / });
    const count = await potential.textContent();
    await potential.click();
    await expect(page).toHaveURL(/manageMentLead\/potential\?serviceCenter=/);
    await expect(heading(page)).toHaveText(`Potential Leads (${count} in total)`);
  });

  test('a campaign that is over says so (F69)', async ({ page }) => {
    await page.goto('/main/servicesAndCampaign?search=AC%20Cool%20Fest');
    await expect(page.getByText('Ended', { exact: true })).toBeVisible();
    await page.goto('/main/servicesAndCampaign?search=Brake%20Pads');
    await expect(page.getByRole('button', { name: 'Edit: Brake Pads' })).toBeVisible();
    await expect(page.getByText('Ended', { exact: true })).toHaveCount(0);
  });
}, 'manager');

test.describe('the overview', () => {
  test.use({ level: 'manager' });

  test('follows what others record (F69) @long', async ({ page, demo }) => {
    await page.goto('/main/managementLeads');
    const all = page.getByRole('row', { name: /^All centers/ }).getByRole('link', { name: /, Pending: / });
    const before = Number(await all.textContent());
    const session = await demo.session('dataEntry');
    const centers = await demo.read('/serviceCenter/manageLeads/getServiceCenters', 'dataEntry');
    if (!Array.isArray(centers)) throw new Error('no centers');
    const body = { name: 'Counted at once', phone: '01712000456', serviceCenter: centers[0]._id };
    await demo.call('POST', '/dataEntry/manageLeads', body, session);
    await expect(all).toHaveText(String(before + 1));
  });
});
