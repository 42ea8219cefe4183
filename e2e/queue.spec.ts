import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { type Lead, lead as leadSchema } from '#contract/leads/leads.ts';
import { editLostReasonsBody } from '#contract/leads/lost-reasons.ts';
import { serviceCenter } from '#contract/service-centers.ts';
import { addDays } from '#contract/text/dates.ts';
import { expectChosenOption, optionsOf } from './support/choice.ts';
import type { Demo, Session } from './support/demo.ts';
import { holdRequests } from './support/held.ts';
import { statusBarLines, toast } from './support/lists.ts';
import {
  moveDialog,
  moveStatusRadio,
  openMoveDialog,
  readLead,
  moveSaveButton as saveMove,
} from './support/move-lead.ts';
import { createAccount } from './support/new-account.ts';
import { unrouteAndRetry } from './support/retry.ts';
import { recordLead } from './support/sample-lead.ts';
import { expectFitsPhone, forEachSize } from './support/screen-sizes.ts';
import { expect, includeInShortRun, test } from './support/test.ts';
import { dealerToday } from './support/written-dates.ts';

// Hours of a center, by the weekday: 0 is Sunday.
async function setHours(demo: Demo, serviceCenter: string, hoursOf: (weekday: number) => object[]) {
  const week = [0, 1, 2, 3, 4, 5, 6].map(hoursOf);
  const hours = { serviceCenter, plans: [{ validFrom: '2020-01-01', week }] };
  const manager = await demo.session('manager');
  const { status } = await demo.call('PATCH', '/management/workingHours', { hours }, manager);
  expect(status).toBe(200);
}

async function openCenter(demo: Demo) {
  const manager = await demo.session('manager');
  const made = await demo.call(
    'POST',
    '/management/manageServiceCenter',
    { name: `Center ${randomUUID().slice(0, 8)}` },
    manager,
  );
  const { _id: center } = serviceCenter.parse(made.body);
  // Whatever the hour of the test is.
  await setHours(demo, center, () => [{ from: '00:00', to: '24:00' }]);
  const start = { level: 'service', serviceCenter: [center] } as const;
  const advisor = await createAccount(demo, 'Rafiq Islam', { ...start, serviceCenter: [center] });
  const colleague = await createAccount(demo, 'Mitu Rahman', { ...start, serviceCenter: [center] });
  const add = async (name: string, move?: object) => {
    const added = await recordLead(demo, manager, { name, serviceCenter: center });
    if (move) await demo.call('PATCH', `/serviceCenter/manageLeads/update/${added._id}`, move, manager);
    return added;
  };
  const leads: Lead[] = [];
  for (const at of [1, 2, 3])
    leads.push(await add(`Follow ${at}`, { status: 'potential', nextFollowUpDates: [dealerToday()] }));
  for (const at of [1, 2, 3, 4, 5, 6]) leads.push(await add(`Ask ${at}`));
  for (const at of [1, 2, 3])
    leads.push(await add(`Visit ${at}`, { status: 'booked', appointmentDate: addDays(dealerToday(), 1) }));
  return { advisor, colleague, leads, add };
}

async function leadNow(demo: Demo, session: Session, { _id }: Lead): Promise<Lead> {
  const { body } = await demo.call(
    'GET',
    `/serviceCenter/manageLeads/getSingleLead/${_id}`,
    undefined,
    session,
  );
  return leadSchema.parse(body);
}

forEachSize(({ isPhone }) => {
  includeInShortRun(!isPhone);

  test(`an advisor works through twelve leads ${isPhone ? 'with a thumb' : 'by keyboard alone'}`, async ({
    demo,
    openAs,
  }) => {
    const { advisor, colleague, leads } = await openCenter(demo);
    const page = await openAs('service', advisor.session);
    await page.goto('/main/dashboard');
    await expect(page.getByRole('heading', { name: 'To do now 12' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Answer now 6' })).toBeVisible();
    await expect(page.getByRole('list', { name: 'Answer now' }).getByRole('listitem')).toHaveCount(6);

    const press = async (name: string, key: string) => {
      const button = page.getByRole('button', { name, exact: true });
      await expect(button).toBeEnabled();
      if (!isPhone) return page.keyboard.press(key);
      const box = await button.boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(44);
      await button.tap();
    };
    const panel = page.getByRole('complementary', { name: /^Lead/ });
    const shows = async (name: string, place: number) => {
      await expect(panel.getByRole('heading', { name, exact: true })).toBeVisible();
      await expect(panel.getByText(`${place} of 12`)).toBeVisible();
    };

    await press('Start', 's');
    await shows('Ask 1', 1);
    if (isPhone) await expectFitsPhone(page);
    await press('Busy', '2');
    await press('In 2 hours', '1');
    await shows('Ask 2', 2);
    await press('Undo: Ask 1', 'u');
    await shows('Ask 1', 1);
    expect(await leadNow(demo, advisor.session, leads[3] as Lead)).toMatchObject({
      contactAttempts: 0,
      tryAgainAt: null,
      advisor: null,
    });
    await press('Call later', '3');
    await press('In 3 days', '4');

    await shows('Ask 2', 2);
    await page.reload();
    await shows('Ask 2', 2);
    await press('Booked', '6');
    await page.getByLabel('Date', { exact: true }).fill(addDays(dealerToday(), 3));
    await page.getByLabel('Time').fill('10:30');
    await save(page, isPhone);

    await shows('Ask 3', 3);
    const taken = leads[6] as Lead;
    await demo.call('PATCH', `/serviceCenter/manageLeads/take/${taken._id}`, undefined, colleague.session);
    await press('Wrong number', '4');
    await press('Later', '5');
    await shows('Ask 5', 5);
    await expect(panel.getByText('Skipped Ask 4: Mitu Rahman has this lead now.')).toBeVisible();

    await press('Completed', '7');
    await page.getByLabel('Job ID').fill('J-77');
    await save(page, isPhone);
    await shows('Ask 6', 6);
    await press('Skip', 's');

    await shows('Follow 1', 7);
    await press('No answer', '1');
    await press('Tomorrow', '3');

    await shows('Follow 2', 8);
    await press('Follow-up', '5');
    await press('In a week', '3');

    await shows('Follow 3', 9);
    await press('Lost', '8');
    await press('Another reason', 'r');
    await page.getByLabel('Reason').fill('Sold the car');
    await save(page, isPhone);

    for (const at of [1, 2, 3]) {
      await shows(`Visit ${at}`, 9 + at);
      await press('Reminded', '9');
    }

    await expect(panel).toBeHidden();
    await expect(page.getByText('That was the last one.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'To do now 2' })).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'Ask 6' })).toBeVisible();

    const now = await Promise.all(leads.map((one) => leadNow(demo, advisor.session, one)));
    expect(now.map(({ status }) => status)).toEqual([
      ...['potential', 'potential', 'lostCustomer', 'pending', 'booked', 'pending', 'pending', 'completed'],
      ...['pending', 'booked', 'booked', 'booked'],
    ]);
    expect(now.map(({ contactAttempts }) => contactAttempts)).toEqual([1, 1, 1, 1, 1, 1, 0, 1, 0, 1, 1, 1]);
    expect(now[1]).toMatchObject({
      followUpCount: 1,
      nextFollowUpDates: [dealerToday(), addDays(dealerToday(), 7)],
    });
    expect(now[2]?.lostReason).toBe('Sold the car');
    expect(now[4]).toMatchObject({ appointmentDate: addDays(dealerToday(), 3), appointmentTime: '10:30' });
    expect(now[7]?.jobId).toBe('J-77');
  });
});

test('of two advisors in one queue, one gets a lead, the other is told who and goes on', async ({
  demo,
  openAs,
}) => {
  const { advisor, colleague, leads } = await openCenter(demo);
  const [rafiq, mitu] = [
    await openAs('service', advisor.session),
    await openAs('service', colleague.session),
  ];
  for (const page of [rafiq, mitu]) {
    await page.goto('/main/dashboard');
    await expect(page.getByRole('heading', { name: 'To do now 12' })).toBeVisible();
  }
  const panel = (page: Page) => page.getByRole('complementary', { name: /^Lead/ });

  await test.step('both press Take on the same lead', async () => {
    const name = 'Visit 1';
    for (const page of [rafiq, mitu]) {
      await page.getByRole('button', { name, exact: true }).click();
      await expect(panel(page).getByRole('button', { name: 'Take' })).toBeVisible();
    }
    const calls = await holdRequests(mitu, '**/manageLeads/take/*');
    await panel(mitu).getByRole('button', { name: 'Take' }).click();
    await panel(rafiq).getByRole('button', { name: 'Take' }).click();
    await expect(panel(rafiq).getByRole('button', { name: 'Release' })).toBeVisible();
    calls.release();
    await expect(toast(mitu, 'Rafiq Islam has this lead now')).toBeVisible();
    await expect(panel(mitu).getByText('Rafiq Islam').first()).toBeVisible();
    await expect(panel(mitu).getByRole('button', { name: 'Take' })).toHaveCount(0);
    expect((await leadNow(demo, advisor.session, leads[9] as Lead)).advisor?.name).toBe('Rafiq Islam');
    for (const page of [rafiq, mitu]) await page.keyboard.press('Escape');
  });

  await test.step('who starts second begins with the first lead that nobody has open', async () => {
    await rafiq.getByRole('button', { name: 'Start' }).click();
    await expect(panel(rafiq).getByRole('heading', { name: 'Ask 1', exact: true })).toBeVisible();
    await expect(mitu.getByRole('listitem').filter({ hasText: 'Ask 1' })).toContainText('Rafiq Islam');
    await mitu.getByRole('button', { name: 'Start' }).click();
    await expect(panel(mitu).getByRole('heading', { name: 'Ask 2', exact: true })).toBeVisible();
  });

  await test.step('both log a first attempt at the same lead', async () => {
    const name = 'Follow 3';
    const lead = leads[2] as Lead;
    for (const page of [rafiq, mitu]) {
      await page.goto(`/main/dashboard?work=${lead._id}`);
      await expect(panel(page).getByRole('heading', { name, exact: true })).toBeVisible();
      await panel(page).getByRole('button', { name: 'No answer', exact: true }).click();
    }
    const calls = await holdRequests(mitu, '**/manageLeads/contacts/*');
    await panel(mitu).getByRole('button', { name: 'In 2 hours' }).click();
    await panel(rafiq).getByRole('button', { name: 'Tomorrow' }).click();
    await expect(panel(rafiq).getByRole('heading', { name, exact: true })).toHaveCount(0);
    calls.release();
    await expect(panel(mitu).getByText('A colleague has handled this lead in the meantime.')).toBeVisible();
    await panel(mitu).getByRole('button', { name: 'Continue with the next one' }).click();
    await expect(panel(mitu).getByText('Skipped Follow 3: Rafiq Islam has this lead now.')).toBeVisible();
    await expect(panel(mitu).getByRole('heading', { name, exact: true })).toHaveCount(0);
    expect(await leadNow(demo, advisor.session, lead)).toMatchObject({
      contactAttempts: 1,
      advisor: { name: 'Rafiq Islam' },
    });
  });

  await test.step('what a colleague takes stays in front of who may be talking to the customer (F141)', async () => {
    const name = 'Follow 2';
    const lead = leads[1] as Lead;
    await rafiq.goto(`/main/dashboard?work=${lead._id}`);
    await expect(panel(rafiq).getByText(/\d of \d\d/)).toBeVisible();
    await demo.call('PATCH', `/serviceCenter/manageLeads/take/${lead._id}`, undefined, colleague.session);
    await expect(panel(rafiq).getByText('A colleague has handled this lead in the meantime.')).toBeVisible();
    await expect(panel(rafiq).getByRole('heading', { name, exact: true })).toBeVisible();
    await panel(rafiq).getByRole('button', { name: 'Continue with the next one' }).click();
    await expect(panel(rafiq).getByText('Skipped Follow 2: Mitu Rahman has this lead now.')).toBeVisible();
  });
});

test('a part of a time is refused beside its field, which follows the date', async ({ demo, openAs }) => {
  const { advisor, leads } = await openCenter(demo);
  const lead = leads[3] as Lead;
  const page = await openAs('service', advisor.session);
  await page.goto(`/main/dashboard?work=${lead._id}`);
  await expect(page.getByRole('button', { name: 'Booked', exact: true })).toBeEnabled();
  await page.keyboard.press('6');
  const date = page.getByLabel('Date', { exact: true });
  const time = page.getByLabel('Time');
  await date.press('Alt+ArrowDown');
  await expect(page.getByRole('grid', { name: 'Days' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(date).toBeFocused();
  await page.keyboard.type('tomorrow');
  await page.keyboard.press('Tab');
  await expect(time).toBeFocused();
  await page.keyboard.type('10:3');
  await page.keyboard.press('Enter');
  await expect(time).toHaveAccessibleDescription('Enter a valid time');
  expect((await leadNow(demo, advisor.session, lead)).status).toBe('pending');
  await time.fill('10:32');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Booked: Ask 1')).toBeVisible();
  expect(await leadNow(demo, advisor.session, lead)).toMatchObject({
    status: 'booked',
    appointmentDate: addDays(dealerToday(), 1),
    appointmentTime: '10:32',
  });
});

test('a queue that could not be read shows no number and can be retried; past its end it turns back (F57)', async ({
  demo,
  openAs,
}) => {
  const { advisor, colleague, leads } = await openCenter(demo);
  const page = await openAs('service', advisor.session);
  await page.route('**/callQueue?*', (route) => route.abort());
  await page.goto('/main/dashboard?part=targetRunning');
  await expect(page.getByRole('alert').getByText('No connection')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'To do now', exact: true })).toBeVisible();
  await unrouteAndRetry(page, '**/callQueue?*');
  await expect(page.getByRole('heading', { name: 'Answer now 6' })).toBeVisible();
  await page.goto('/main/dashboard?part=targetRunning&page=9');
  await expect(page.getByRole('button', { name: 'Ask 1', exact: true })).toBeVisible();
  await expect(page).not.toHaveURL(/page=/);

  await test.step('it says why this order, what waits longer than a week and why numbers differ', async () => {
    const [long, , , taken, own] = leads;
    const overdue = 'update leads set next_follow_up_dates = array[$2::date] where id = $1';
    await demo.sql(overdue, [long?._id, addDays(dealerToday(), -9)]);
    const take = (lead: Lead | undefined, { session }: typeof advisor) =>
      demo.call('PATCH', `/serviceCenter/manageLeads/take/${lead?._id}`, undefined, session);
    await take(taken, colleague);
    await take(own, advisor);
    await page.goto('/main/dashboard');
    await expect(page.getByText('1 with a colleague')).toBeVisible();
    await page.getByRole('button', { name: 'Why this order?' }).click();
    await expect(
      page.getByText('Every tenth place goes to whoever has been in the queue longest.'),
    ).toBeVisible();
    await page.getByRole('button', { name: '1 for over a week' }).click();
    await expect(page.getByRole('heading', { name: 'In the queue for over a week 1' })).toBeVisible();
    await expect(page.getByRole('button', { name: long?.name, exact: true })).toBeVisible();
  });

  await test.step('whose leads is remembered', async () => {
    await page.getByText('Mine', { exact: true }).click();
    await expect(page.getByRole('heading', { name: 'To do now 1' })).toBeVisible();
    await page.goto('/main/dashboard');
    await expect(page.getByRole('heading', { name: 'To do now 1' })).toBeVisible();
    await expect(page.getByRole('radio', { name: 'Mine' })).toBeChecked();
  });
});

test('what is asked gives the focus back to its outcome, and the panel to its row (F58)', async ({
  demo,
  openAs,
}) => {
  const { advisor } = await openCenter(demo);
  const page = await openAs('service', advisor.session);
  await page.goto('/main/dashboard');
  await page.getByRole('button', { name: 'Start' }).click();
  for (const outcome of ['Booked', 'No answer']) {
    const button = page.getByRole('button', { name: outcome, exact: true });
    await button.click();
    await expect(page.getByRole('button', { name: 'Back', exact: true })).toBeVisible();
    await expect(page.locator('form :focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(button).toBeFocused();
  }
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Ask 1', exact: true })).toBeFocused();

  await test.step('Start begins with the row that has the focus, or with the lead that is open beside', async () => {
    const panel = page.getByRole('complementary', { name: /^Lead/ });
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('s');
    await expect(panel.getByRole('heading', { name: 'Ask 2', exact: true })).toBeVisible();
    await expect(panel.getByText('1 of 12')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Follow 2', exact: true }).click();
    await expect(panel.getByRole('heading', { name: 'Follow 2', exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Start' }).click();
    await expect(panel.getByText('1 of 12')).toBeVisible();
    await expect(panel.getByRole('heading', { name: 'Follow 2', exact: true })).toBeVisible();
    await page.keyboard.press('s');
    await expect(panel.getByRole('heading', { name: 'Follow 3', exact: true })).toBeVisible();
  });
});

const heads = (page: Page) =>
  page.getByRole('region', { name: /^To do now/ }).getByRole('heading', { level: 3 });

test('each heading counts its rows, in the order of the rule, also once a row has changed', async ({
  demo,
  openAs,
}) => {
  const { advisor, leads, add } = await openCenter(demo);
  for (const at of [7, 8, 9, 10]) await add(`Ask ${at}`);
  const [first, second, third] = leads;
  const overdue = 'update leads set next_follow_up_dates = array[$2::date] where id = $1';
  await demo.sql(overdue, [first?._id, addDays(dealerToday(), -9)]);
  const page = await openAs('service', advisor.session);
  await page.goto('/main/dashboard');
  const groups = ['Answer now 10', 'Due today 2', 'Remind for tomorrow 3'];
  await expect(heads(page)).toHaveText(groups);

  await test.step('and who has been in the queue longest has a line of their own', async () => {
    for (const head of groups) {
      const [, name = '', count = ''] = /^(.*) (\d+)$/.exec(head) ?? [];
      await expect(page.getByRole('list', { name }).getByRole('listitem')).toHaveCount(Number(count));
    }
    const longest = page.getByRole('list', { name: 'Longest in the queue' }).getByRole('listitem');
    await expect(longest).toHaveCount(1);
    await expect(longest).toContainText(first?.name ?? '');
    await expect(longest).toContainText('overdue 9 days');
    await expect(page.getByRole('heading', { name: 'To do now 16' })).toBeVisible();
  });

  await test.step('a row that changes under the pointer stays and says so, and then stands where it belongs', async () => {
    const row = (name = '') => page.getByRole('listitem').filter({ hasText: name });
    await row(third?.name).hover();
    const before = await row(third?.name).boundingBox();
    await demo.sql(overdue, [second?._id, addDays(dealerToday(), -1)]);
    // Nobody is told of what is written past the server.
    const path = `/serviceCenter/manageLeads/update/${second?._id}`;
    await demo.call('PATCH', path, { notes: 'Called back' }, await demo.session('manager'));
    await expect(row(second?.name)).toContainText('Now in “Overdue”: overdue 1 day');
    expect(await row(third?.name).boundingBox()).toEqual(before);
    await page.getByRole('button', { name: 'Order changed, show' }).click();
    await expect(heads(page)).toHaveText([
      ...['Answer now 10', 'Due today 1', 'Overdue 1', 'Remind for tomorrow 3'],
    ]);
    await expect(page.getByRole('list', { name: 'Overdue' }).getByRole('listitem')).toContainText(
      second?.name ?? '',
    );
  });

  await test.step('of whose day has come, the row says by mouse and by key who came', async () => {
    await add('Guest', { status: 'booked', appointmentDate: dealerToday() });
    await page.reload();
    const guest = page.getByRole('button', { name: 'Guest', exact: true });
    const arrived = page.getByRole('button', { name: 'Arrived: Guest' });
    await page.getByRole('listitem').filter({ hasText: 'Visit 1' }).hover();
    await expect(page.getByRole('button', { name: /^Arrived: / })).toHaveCount(0);
    await page.getByRole('listitem').filter({ hasText: 'Guest' }).hover();
    await arrived.click();
    await expect(statusBarLines(page)).toContainText('Guest arrived');
    await expect(guest).toHaveCount(0);
    await page.keyboard.press('Control+z');
    await guest.focus();
    for (const key of ['ArrowDown', 'ArrowUp']) await page.keyboard.press(key);
    await expect(arrived).toBeVisible();
    await page.keyboard.press('d');
    await expect(page.getByRole('dialog', { name: 'Guest did not come' })).toBeVisible();
    await page.getByRole('button', { name: 'Leave it for now' }).click();
    await expect(statusBarLines(page)).toContainText('Guest did not come');
    await expect(guest).toBeFocused();
    await page.keyboard.press('a');
    await expect(guest).toHaveCount(0);
    await page.keyboard.press('Control+z');
    await guest.click();
    await expect(page.getByRole('button', { name: 'Did not come', pressed: true })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('while the center is closed, the heading says from when enquiries are answered', async () => {
    const tomorrow = new Date(addDays(dealerToday(), 1)).getUTCDay();
    await setHours(demo, first?.serviceCenter._id ?? '', (weekday) =>
      weekday === tomorrow ? [{ from: '09:00', to: '18:00' }] : [],
    );
    await expect(heads(page).first()).toHaveText('Answer from 9:00 am tomorrow 10');
  });
});

test('a wrong number asks what next, by key: it is corrected, written about or lost, and Undo takes it back', async ({
  demo,
  openAs,
}) => {
  const { advisor, leads } = await openCenter(demo);
  const given = { name: 'Ask by email', email: 'ask@example.com' };
  const serviceCenter = leads[0]?.serviceCenter._id;
  const lead = await recordLead(demo, await demo.session('manager'), { ...given, serviceCenter });
  const page = await openAs('service', advisor.session);
  const panel = page.getByRole('complementary', { name: /^Lead/ });
  const heading = panel.getByRole('heading', { name: given.name, exact: true });
  const phone = panel.getByLabel('Phone', { exact: true });
  const call = (number: string) => panel.getByRole('link', { name: `Call ${number}` });
  const now = () => leadNow(demo, advisor.session, lead);
  const begin = async (key: string) => {
    await expect(panel.getByRole('button', { name: 'Wrong number', exact: true })).toBeEnabled();
    await page.keyboard.press('4');
    await expect(panel.getByRole('form', { name: 'Wrong number' })).toBeVisible();
    await page.keyboard.press(key);
  };
  const undo = async () => {
    await page.keyboard.press('u');
    await expect(heading).toBeVisible();
    await expect.poll(now).toMatchObject({ phone: lead.phone, status: 'pending', contactAttempts: 0 });
  };
  await page.goto(`/main/dashboard?work=${lead._id}`);

  await test.step('what is typed stays until it is right, and the new number is the next to be called', async () => {
    await begin('1');
    await expect(phone).toBeFocused();
    await expect(phone).toHaveValue(lead.phone);
    await page.keyboard.type('01911');
    await page.keyboard.press('Enter');
    await expect(phone).toHaveAccessibleDescription('This phone number is too short');
    await page.keyboard.press('Escape');
    await expect(panel.getByRole('button', { name: 'Correct it' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(panel.getByRole('button', { name: 'Wrong number', exact: true })).toBeFocused();
    await page.reload();
    await begin('1');
    await expect(phone).toHaveValue('01911');
    await page.keyboard.type('01911 222333');
    await page.keyboard.press('Enter');
    await expect(call('01911222333')).toBeFocused();
    await expect(heading).toBeVisible();
    expect(await now()).toMatchObject({ phone: '01911222333', contactAttempts: 1 });
    await undo();
    await expect(call(lead.phone)).toBeVisible();
  });

  await test.step('who is written to instead is due again tomorrow', async () => {
    await begin('3');
    await expect(panel.getByText('Nothing is due for this lead any more.')).toBeVisible();
    const { tryAgainAt } = await now();
    expect(Date.parse(tryAgainAt ?? '')).toBeGreaterThan(Date.now());
    await undo();
  });

  await test.step('it is the reason why the lead is lost', async () => {
    await begin('4');
    const reason = panel.getByLabel('Reason');
    await expect(reason).toBeFocused();
    await expect(reason).toHaveValue('Wrong number');
    await page.keyboard.press('Enter');
    await expect(heading).toHaveCount(0);
    expect(await now()).toMatchObject({ status: 'lostCustomer', lostReason: 'Wrong number' });
    await undo();
  });
});

async function save(page: Page, isPhone: boolean): Promise<void> {
  if (isPhone) await page.getByRole('button', { name: 'Save' }).tap();
  else await page.keyboard.press('Enter');
}

test.describe('on a small desktop', () => {
  test.use({ viewport: { width: 1280, height: 720 } });

  test('facts come before controls, notes and the last three entries are in view while working, and outcomes keep their place (F68)', async ({
    demo,
    openAs,
  }) => {
    const { advisor, leads } = await openCenter(demo);
    const notes = 'Prefers mornings. The left front tyre loses air within two days.';
    const lead = await recordLead(demo, await demo.session('manager'), {
      ...{ name: 'Ask first', notes, serviceCenter: leads[0]?.serviceCenter._id },
      ...{ vehicleNumber: 'DHAKA METRO-GA 21-1623' },
    });
    for (const [outcome, note] of [
      ['noAnswer', 'Rang out'],
      ['busy', 'Engaged twice'],
      ['reached', 'Wants a price by Friday'],
    ]) {
      const body = { channel: 'call', outcome, note, key: randomUUID() };
      await demo.call('POST', `/serviceCenter/manageLeads/contacts/${lead._id}`, body, advisor.session);
    }
    const move = { status: 'potential', nextFollowUpDates: [dealerToday()] };
    await demo.call('PATCH', `/serviceCenter/manageLeads/update/${lead._id}`, move, advisor.session);
    const page = await openAs('service', advisor.session);
    const panel = page.getByRole('complementary', { name: /^Lead/ });
    const topOf = async (locator: Locator) => (await locator.boundingBox())?.y ?? Number.NaN;
    const places = (names: readonly string[]) =>
      Promise.all(names.map((name) => panel.getByRole('button', { name, exact: true }).boundingBox()));
    const call = panel.getByRole('link', { name: `Call ${lead.phone}` });

    await page.goto(`/main/dashboard?work=${lead._id}`);
    const expectInView = async () => {
      await expect(panel.getByText(notes)).toBeInViewport({ ratio: 1 });
      for (const text of ['from Pending to Potential', 'Wants a price by Friday', 'Engaged twice'])
        await expect(panel.getByRole('listitem').filter({ hasText: text })).toBeInViewport({ ratio: 1 });
    };
    await expectInView();
    expect(await topOf(panel.getByText(notes))).toBeLessThan(await topOf(call));
    const outcomes = ['No answer', 'Wrong number', 'Booked', 'Lost', 'Skip'];
    const before = await places(outcomes);
    await page.goto(`/main/dashboard?work=${leads.at(-1)?._id}`);
    await expect(panel.getByRole('button', { name: 'Reminded' })).toBeVisible();
    const booked = outcomes.map((name) => (name === 'Booked' ? 'Reschedule' : name));
    expect(await places(booked)).toEqual(before);

    await test.step('while booking, whom to call stays in sight', async () => {
      await page.goto(`/main/dashboard?work=${lead._id}`);
      await expect(panel.getByRole('button', { name: 'Booked', exact: true })).toBeVisible();
      await page.keyboard.press('6');
      await expect(
        panel.getByRole('region', { name: 'Free places' }).getByRole('button').first(),
      ).toBeVisible();
      await expect(call).toBeInViewport({ ratio: 1 });
      await page.keyboard.press('Escape');
    });

    await page.goto(`/main/leadsByStatus/potential?lead=${lead._id}`);
    const timeline = panel.getByRole('heading', { name: 'Timeline' });
    const inOrder = [
      panel.getByRole('heading', { name: 'Ask first' }),
      panel.getByText('3 attempts'),
      panel.getByText('DHAKA METRO-GA 21-1623'),
      panel.getByText(notes),
      call,
      timeline,
    ];
    await expectInView();
    const tops = await Promise.all(inOrder.map(topOf));
    expect(tops).toEqual(tops.toSorted((one, other) => one - other));
    const asked = ['Reached', 'No answer', 'Booked'];
    const unscrolled = await places(asked);
    await timeline.scrollIntoViewIfNeeded();
    expect(await places(asked)).toEqual(unscrolled);
    expect(await topOf(timeline)).toBeLessThan(unscrolled[0]?.y ?? 0);
    await expect(panel.getByRole('button', { name: 'Booked', exact: true })).toBeInViewport({ ratio: 1 });
  });
});

test('the selector of service centers is there with one center too, which is chosen (F65)', async ({
  demo,
  openAs,
}) => {
  const { advisor, leads } = await openCenter(demo);
  const page = await openAs('service', advisor.session);
  await page.goto('/main/dashboard');
  await expect(optionsOf(page, 'Service center')).toHaveText([leads[0]?.serviceCenter.name ?? '']);
  await expectChosenOption(page, 'Service center', leads[0]?.serviceCenter.name ?? '');
});

test('a lost reason’s place in Settings is its key, on a work screen that is open meanwhile and in the dialog (F43)', async ({
  demo,
  openAs,
}) => {
  const { advisor, leads } = await openCenter(demo);
  const [, , , first, enquiry] = leads;
  if (!first || !enquiry) throw new Error('no leads');
  const boss = await demo.session('superAdmin');
  const { body } = await demo.call('GET', '/serviceCenter/manageLeads/lostReasons', undefined, boss);
  const { reasons } = editLostReasonsBody.parse({ reasons: body });
  const page = await openAs('service', advisor.session);
  const settings = await openAs('superAdmin');
  try {
    await page.goto('/main/dashboard');
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByRole('button', { name: 'Lost', exact: true }).click();
    const offered = page.getByRole('form', { name: 'Lost' }).getByRole('button');
    await expect(offered).toContainText(['Price too high1', 'Went to another workshop2', 'Sold the car3']);

    await settings.goto('/main/settings/lostReasons');
    await settings.getByRole('button', { name: 'Move Sold the car up' }).click();
    await settings.getByRole('button', { name: 'Move Sold the car up' }).click();
    await settings.getByRole('button', { name: 'Retire Went to another workshop' }).click();
    await settings.getByRole('button', { name: 'Add reason' }).click();
    await expect(settings.getByText('This field is Required')).toHaveCount(0);
    await settings.keyboard.type('Moved away');
    const saveReasons = settings.getByRole('button', { name: 'Save lost reasons' });
    await saveReasons.click();
    await expect(toast(settings, 'Lost reasons saved')).toBeVisible();
    await expect(saveReasons).toBeDisabled();

    await expect(offered.first(), 'a key keeps its reason under a finger').toHaveText('Price too high1');
    await expect(async () => {
      await page.keyboard.press('Escape');
      await page.keyboard.press('8');
      await expect(offered).toContainText(['Sold the car1', 'Price too high2'], { timeout: 1_000 });
    }).toPass();
    await expect(offered.filter({ hasText: 'Went to another workshop' })).toHaveCount(0);
    await expect(offered.filter({ hasText: 'Moved away0' })).toHaveCount(1);
    const labels = (await offered.allTextContents()).slice(0, 10).map((text) => text.slice(0, -1));
    await page.keyboard.press('1');
    await expect
      .poll(async () => (await leadNow(demo, advisor.session, first)).lostReason)
      .toBe('Sold the car');

    await openMoveDialog(page, 'pending', enquiry);
    await moveStatusRadio(page, 'Lost Customer').check();
    const usual = moveDialog(page).getByRole('group', { name: 'Usual reasons' });
    await expect(usual.getByRole('radio')).toHaveCount(10);
    expect(await usual.locator('label').allTextContents()).toEqual(labels);
    await expect(saveMove(page)).toBeDisabled();
    await usual.getByRole('radio', { name: 'Moved away' }).check();
    await expect(moveDialog(page).getByLabel('Lost reason')).toHaveValue('Moved away');
    await moveDialog(page).getByLabel('Lost reason').fill('Moved to Sylhet');
    await expect(usual.getByRole('radio', { checked: true })).toHaveCount(0);
    await usual.getByRole('radio', { name: 'Price too high' }).check();
    await saveMove(page).click();
    await expect(moveDialog(page)).toBeHidden();
    expect((await readLead(demo, enquiry)).lostReason).toBe('Price too high');
  } finally {
    const answer = await demo.call('PATCH', '/management/lostReasons', { reasons }, boss);
    expect(answer.status, 'the way back').toBe(200);
  }
});
