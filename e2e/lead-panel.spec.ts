import type { Lead } from '#contract/leads/leads.ts';
import { chooseOption } from './support/choice.ts';
import { openThreeLeads, recordThreeLeads } from './support/lead-family.ts';
import { leadPanelOf, rows } from './support/lists.ts';
import { moveDialog, moveSaveButton, nextFollowUpField, readLead } from './support/move-lead.ts';
import { recordLead, uniqueName } from './support/sample-lead.ts';
import { expect, test } from './support/test.ts';

test.use({ level: 'service' });

test('a list is worked by keyboard alone: open, next, comment, log an attempt, move, and on', async ({
  page,
  demo,
}) => {
  const { family, a, b, c } = await recordThreeLeads(demo);
  await openThreeLeads(page, family);
  const commentOf = (lead: Lead) => leadPanelOf(page, lead.name).getByRole('textbox', { name: 'Comment' });

  await test.step('Enter opens a row beside the list, j and k step on, and typing stays', async () => {
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await expect(leadPanelOf(page, a.name)).toBeFocused();
    await commentOf(a).focus();
    await page.keyboard.type('Half a jest');
    await page.keyboard.press('Escape');
    await expect(leadPanelOf(page, a.name)).toHaveCount(0);
    await expect(page.getByRole('button', { name: a.name, exact: true })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(commentOf(a)).toHaveValue('Half a jest');
    await page.keyboard.press('j');
    await expect(leadPanelOf(page, b.name)).toBeFocused();
    await page.keyboard.press('k');
    await expect(commentOf(a)).toHaveValue('Half a jest');
    await page.keyboard.press('ArrowDown');
    await expect(leadPanelOf(page, b.name)).toBeFocused();
  });

  await test.step('a comment mentions a colleague', async () => {
    await commentOf(b).focus();
    await page.keyboard.type('Please look @nus');
    await expect(
      page.getByRole('listbox', { name: 'Colleagues' }).getByRole('option').first(),
    ).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(commentOf(b)).toHaveValue(/^Please look @Nus\S* .* $/);
    await page.keyboard.press('Control+Enter');
    await expect(leadPanelOf(page, b.name).getByRole('listitem').first()).toContainText('Please look @Nus');
    await expect(commentOf(b)).toHaveValue('');
  });

  await test.step('an attempt is logged', async () => {
    await leadPanelOf(page, b.name).getByRole('button', { name: 'No answer' }).press('Enter');
    await expect(page.getByText('Logged: No answer')).toBeVisible();
    await expect(leadPanelOf(page, b.name).getByRole('list').last()).toContainText('Call · No answer');
    expect(await readLead(demo, b)).toMatchObject({ contactAttempts: 1, status: 'pending' });
    const wrongNumber = leadPanelOf(page, b.name).getByRole('button', { name: 'Wrong number', exact: true });
    await wrongNumber.press('Enter');
    await expect(leadPanelOf(page, b.name).getByRole('button', { name: 'Correct it' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(wrongNumber).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.press('5');
    await expect(page.getByText('Logged: Wrong number')).toBeVisible();
    expect(await readLead(demo, b)).toMatchObject({ contactAttempts: 2, status: 'pending' });
  });

  await test.step('outcomes have digits only once L has asked for them, for one press', async () => {
    await page.keyboard.press('k');
    const panel = leadPanelOf(page, a.name);
    await expect(panel).toBeFocused();
    const withDigits = panel.locator('[data-outcome][aria-keyshortcuts]');
    await page.keyboard.type('01711223344', { delay: 20 });
    await page.keyboard.press('l');
    await expect(withDigits).toHaveCount(5);
    await page.keyboard.press('Escape');
    await expect(panel).toBeFocused();
    await expect(withDigits).toHaveCount(0);
    expect(await readLead(demo, a)).toMatchObject({ contactAttempts: 0, status: 'pending' });

    await page.keyboard.press('l');
    await page.keyboard.type('2222', { delay: 20 });
    await expect(page.getByText('Logged: Busy')).toBeVisible();
    await expect(panel).toBeFocused();
    await expect(panel.getByRole('list').last()).toContainText('Call · Busy');
    expect(await readLead(demo, a)).toMatchObject({ contactAttempts: 1, status: 'pending' });

    for (const [key, status] of [
      ['7', 'Completed'],
      ['8', 'Lost Customer'],
    ] as const) {
      await page.keyboard.press('l');
      await page.keyboard.press(key);
      await expect(moveDialog(page).getByRole('radio', { name: status })).toBeChecked();
      await page.keyboard.press('Escape');
      await expect(panel).toBeFocused();
    }
    await page.keyboard.press('j');
    await expect(leadPanelOf(page, b.name)).toBeFocused();
  });

  await test.step('a move takes it out of the list, and the next one opens in its place', async () => {
    await leadPanelOf(page, b.name).getByRole('button', { name: 'Potential' }).press('Enter');
    await expect(nextFollowUpField(page)).toBeFocused();
    await page.keyboard.type('tomorrow');
    await page.keyboard.press('Control+Enter');
    await expect(leadPanelOf(page, c.name)).toBeVisible();
    await expect(rows(page)).toHaveCount(2);
    await page.keyboard.press('k');
    await expect(leadPanelOf(page, a.name)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: a.name, exact: true })).toBeFocused();
    expect(new URL(page.url()).searchParams.get('lead')).toBeNull();
    await expect(rows(page)).toHaveCount(2);
  });
});

test('an attempt is corrected by who logged it, what was said before stays, and a late correction keeps what is typed', async ({
  page,
  demo,
  openAs,
}) => {
  const { a, b } = await recordThreeLeads(demo);
  const form = page.getByRole('form', { name: 'Correct what was logged' });
  const entries = page.getByRole('main').getByRole('list').last().getByRole('listitem');
  const log = (lead: Lead, outcome: string) =>
    page.goto(`/main/lead/${lead._id}`).then(() => page.getByRole('button', { name: outcome }).click());

  await test.step('the form is filled in, and the earlier form stays', async () => {
    await log(a, 'Busy');
    await page.getByRole('button', { name: 'Correct: Call · Busy' }).click();
    await expect(form.getByRole('button', { name: 'Busy', pressed: true })).toBeVisible();
    await form.getByRole('button', { name: 'Reached' }).click();
    await chooseOption(form, 'How', 'WhatsApp');
    await form.getByRole('textbox', { name: 'Note' }).fill('Wants a call on Friday');
    await page.reload();
    await expect(form.getByRole('button', { name: 'Reached', pressed: true })).toBeVisible();
    await form.getByRole('textbox', { name: 'Note' }).press('Control+Enter');
    await expect(form).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Correct: WhatsApp · Reached' })).toBeFocused();
    const entry = entries.filter({ hasText: 'WhatsApp · Reached' });
    await expect(entry).toContainText('Wants a call on Friday');
    await expect(entry).toContainText(/Corrected .*Before: Call · Busy/);
  });

  await test.step('a colleague sees it and cannot correct it', async () => {
    const manager = await openAs('manager');
    await manager.goto(`/main/lead/${a._id}`);
    await expect(manager.getByText(/Before: Call · Busy/)).toBeVisible();
    await expect(manager.getByRole('button', { name: /^Correct: / })).toHaveCount(0);
  });

  await test.step('too late is said, and what is typed stays', async () => {
    await log(b, 'No answer');
    await page.getByRole('button', { name: 'Correct: Call · No answer' }).click();
    await form.getByRole('textbox', { name: 'Note' }).fill('Called twice');
    await demo.sql(
      "update lead_contacts set created_at = created_at - interval '6 minutes' where lead_id = $1",
      [b._id],
    );
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByRole('alert')).toHaveText(
      'Only your own contacts can be corrected, within five minutes',
    );
    await expect(form.getByRole('textbox', { name: 'Note' })).toHaveValue('Called twice');
    await form.getByRole('button', { name: 'Cancel' }).click();
    await page.reload();
    await expect(entries.filter({ hasText: 'Call · No answer' })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Correct: / })).toHaveCount(0);
  });
});

test('the next of a page’s last lead is on the next page @long', async ({ page }) => {
  await page.goto('/main/leadsByStatus/completed');
  await expect(rows(page)).toHaveCount(10);
  await rows(page).last().getByRole('button').first().click();
  await expect(page.getByText('10 / 10')).toBeVisible();
  await page.keyboard.press('j');
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByText('1 / 10')).toBeVisible();
  await page.keyboard.press('k');
  await expect(page.getByText('10 / 10')).toBeVisible();
});

test('a lead’s own page leads back, lead by lead, to its list (F57)', async ({ page, demo }) => {
  const session = await demo.session('service');
  const name = uniqueName();
  const first = await recordLead(demo, session, { name });
  const second = await recordLead(demo, session, { name, phone: first.phone });
  const list = `/main/leadsByStatus/pending?search=${encodeURIComponent(name)}`;
  await page.goto(list);
  await rows(page).getByRole('button', { name, exact: true }).first().click();
  await leadPanelOf(page, name).getByRole('link', { name: 'Open as a page' }).click();
  await expect(page).toHaveURL(`/main/lead/${second._id}`);
  const other = page.locator(`a[href="/main/lead/${first._id}"]`);
  await other.click();
  await expect(page).toHaveURL(`/main/lead/${first._id}`);
  await page.getByRole('link', { name: 'Back to the lead' }).click();
  await expect(page).toHaveURL(`/main/lead/${second._id}`);
  await page.getByRole('link', { name: 'Back to the list' }).click();
  await expect(page).toHaveURL(list.replaceAll('%20', '+'));
  await expect(rows(page)).toHaveCount(2);

  await rows(page).getByRole('button', { name, exact: true }).first().click();
  await other.click();
  await page.getByRole('link', { name: 'Back to the list' }).click();
  await expect(rows(page)).toHaveCount(2);
});

test('a lead that a colleague has taken says so; a shared link opens it as a page @long', async ({
  page,
  demo,
  openAs,
}) => {
  const { a, family } = await recordThreeLeads(demo);
  await openThreeLeads(page, family);
  await page.getByRole('button', { name: a.name, exact: true }).click();
  await leadPanelOf(page, a.name).getByRole('button', { name: 'Take' }).click();
  await expect(leadPanelOf(page, a.name).getByRole('button', { name: 'Release' })).toBeVisible();
  await leadPanelOf(page, a.name).getByRole('link', { name: 'Open as a page' }).click();
  await expect(page.getByRole('heading', { level: 1, name: a.name })).toBeVisible();

  const manager = await openAs('manager');
  await manager.goto(new URL(page.url()).pathname);
  await expect(manager.getByRole('combobox', { name: 'Advisor' })).not.toHaveValue('');
  await expect(manager.getByRole('button', { name: 'Take' })).toHaveCount(0);
});

test('who is mentioned sees it at once, opens the lead and has read it', async ({ page, demo, openAs }) => {
  const { a } = await recordThreeLeads(demo);
  const manager = await openAs('manager');
  await manager.goto('/main/managementDashboard');
  await expect(manager.getByRole('heading', { level: 1 })).toBeVisible();

  await page.goto(`/main/lead/${a._id}`);
  const comment = page.getByRole('textbox', { name: 'Comment' });
  await comment.fill('Can we lower the price, @Nadia H');
  await page.getByRole('option', { name: 'Nadia Haque' }).click();
  await page.getByRole('button', { name: 'Comment' }).click();
  await expect(comment).toHaveValue('');

  await manager.getByRole('button', { name: '1 unread mention' }).click();
  await manager.getByRole('menuitem', { name: a.name }).click();
  await expect(manager.getByText('Can we lower the price')).toBeVisible();
  await expect(manager.getByRole('button', { name: 'Mentions', exact: true })).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

  test('a lead is the whole screen; back from a call, one press logs it', async ({ page, demo }) => {
    const { a, family } = await recordThreeLeads(demo);
    await page.goto(`/main/leadsByStatus/pending?search=${encodeURIComponent(family)}`);
    await page.getByRole('button', { name: a.name, exact: true }).tap();
    const panel = leadPanelOf(page, a.name);
    await expect(panel).toBeVisible();
    expect((await panel.boundingBox())?.width).toBe(390);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0);
    const step = panel.getByRole('button', { name: 'Lost Customer', exact: true });
    const foot = await step.locator('xpath=ancestor::aside/div[last()]').boundingBox();
    expect(foot?.height, 'what became of it leaves the lead in sight').toBeLessThan(844 * 0.3);

    const call = panel.getByRole('link', { name: `Call ${a.phone}` });
    await expect(call).toHaveAttribute('href', `tel:${a.phone}`);
    await expect(panel.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
      'href',
      `https://wa.me/88${a.phone}`,
    );
    await call.evaluate((link) => link.addEventListener('click', (event: Event) => event.preventDefault()));
    await call.tap();
    await expect(panel.getByText(`How did it go with ${a.name}?`)).toHaveCount(0);
    await page.evaluate("window.dispatchEvent(new Event('focus'))");
    await expect(panel.getByText(`How did it go with ${a.name}?`)).toBeVisible();
    await panel.getByRole('button', { name: 'Reached' }).tap();
    await expect(panel.getByText('Call · Reached')).toBeVisible();

    await test.step('a wrong number is corrected by finger, and taken back', async () => {
      await panel.getByLabel('Note (optional)').fill('Somebody else answered');
      await panel.getByRole('button', { name: 'Wrong number', exact: true }).tap();
      await panel.getByRole('button', { name: 'Correct it' }).tap();
      await panel.getByLabel('Phone', { exact: true }).fill('01911222333');
      await panel.getByRole('button', { name: 'Save' }).tap();
      await expect(panel.getByRole('link', { name: 'Call 01911222333' })).toBeFocused();
      await expect(panel.getByText('Somebody else answered')).toBeVisible();
      await page.getByRole('button', { name: 'Undo' }).tap();
      await expect(panel.getByRole('link', { name: `Call ${a.phone}` })).toBeVisible();
    });

    await panel.getByRole('button', { name: 'Booked' }).tap();
    await expect(moveSaveButton(page)).toBeDisabled();
    await moveDialog(page).getByRole('button', { name: 'Close' }).tap();
    await panel.getByRole('button', { name: 'Close' }).tap();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
});
