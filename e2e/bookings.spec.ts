import type { CDPSession, Locator, Page } from '@playwright/test';
import { z } from 'zod';
import type { Lead } from '#contract/leads/leads.ts';
import { serviceCenter } from '#contract/service-centers.ts';
import { addDays } from '#contract/text/dates.ts';
import { getWeekday } from '#contract/working-time.ts';
import { expectAccessible } from './support/accessible.ts';
import type { Demo } from './support/demo.ts';
import { leadPanelOf, statusBarLines } from './support/lists.ts';
import { editLeadAsManager, moveLeadAsManager, readLead, recordServiceLead } from './support/move-lead.ts';
import { createAccount } from './support/new-account.ts';
import { readCenters, recordLead, uniqueName, uniquePhone } from './support/sample-lead.ts';
import { expectFitsPhone, forEachSize } from './support/screen-sizes.ts';
import { expect, test } from './support/test.ts';
import { dealerToday } from './support/written-dates.ts';

const friday = 5;

/** Returns a day some weeks ahead, on which nobody else books. Neither it nor the next, with which it is in a week, is a Friday. */
function dayIn(weeks: number): string {
  const first = addDays(dealerToday(), 7 * weeks);
  const isFine = (date: string) => ![date, addDays(date, 1)].some((day) => getWeekday(day) === friday);
  return [0, 1, 2].map((days) => addDays(first, days)).find(isFine) ?? first;
}

const week = Array(7).fill({ perDay: 6, perHour: 1 });
const oneCarAnHour = { week, daysAhead: null, noticeMinutes: null, closures: [] };

type Center = { _id: string; name: string };

/** Sets the rules of the first of two centers. */
async function setRules(demo: Demo, rules: object | null): Promise<{ center: Center; other: Center }> {
  const [center, other] = await readCenters(demo, await demo.session('service'));
  if (!center || !other) throw new Error('no two service centers');
  const session = await demo.session('manager');
  const answer = await demo.call('PATCH', `/management/bookingRules/${center._id}`, { rules }, session);
  expect(answer.status).toBe(200);
  return { center, other };
}

/** Adds a center that takes one car a day. */
async function addSmallCenter(demo: Demo, closures: object[] = []): Promise<Center> {
  const session = await demo.session('manager');
  const name = `Center of ${uniqueName()}`;
  const made = await demo.call('POST', '/management/manageServiceCenter', { name }, session);
  const center = serviceCenter.parse(made.body);
  const rules = { ...oneCarAnHour, week: Array(7).fill({ perDay: 1, perHour: null }), closures };
  const answer = await demo.call('PATCH', `/management/bookingRules/${center._id}`, { rules }, session);
  expect(answer.status).toBe(200);
  return center;
}

async function recordBooked(demo: Demo, date: string, time: string): Promise<Lead> {
  const lead = await recordServiceLead(demo);
  await moveLeadAsManager(demo, lead, { status: 'booked', appointmentDate: date, appointmentTime: time });
  return lead;
}

const board = (page: Page) => page.getByRole('table', { name: /^Bookings at / });
const placeAt = (page: Page, time: string) =>
  board(page).getByRole('button', { name: new RegExp(`^Book ${time}`) });
const bookingOf = (page: Page, name: string) =>
  board(page).getByRole('button', { name: new RegExp(`^${name}`) });
const rowAt = (page: Page, time: string) =>
  board(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: new RegExp(`^${time}`) }) });
const expectAt = (page: Page, time: string, name: string) =>
  expect(rowAt(page, time).getByRole('button', { name: new RegExp(`^${name}`) })).toBeVisible();
const days = (page: Page) => page.getByRole('navigation', { name: 'Days of the week' });
const bookDialog = (page: Page) => page.getByRole('dialog', { name: 'Book' });
const otherCenters = (page: Page) => page.getByRole('list', { name: 'Other service centers' });
const question = (page: Page) => page.getByRole('dialog', { name: 'No free place' });

const centerOf = async (one: Locator) => {
  const box = await one.boundingBox();
  if (!box) throw new Error('nothing to drag or to drop on');
  return { x: box.x + Math.min(box.width / 2, 120), y: box.y + box.height / 2 };
};

async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  const start = await centerOf(from);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x + 12, start.y + 12);
  const end = await centerOf(to);
  await page.mouse.move(end.x, end.y, { steps: 4 });
}

/** A finger of the browser's own: Playwright's can only tap. */
async function touch(client: CDPSession, type: 'Start' | 'Move' | 'End', at?: { x: number; y: number }) {
  const touchPoints = at ? [at] : [];
  await client.send('Input.dispatchTouchEvent', { type: `touch${type}`, touchPoints });
}

const appointmentOf = async (demo: Demo, lead: Lead) => {
  const { appointmentDate: date, appointmentTime: time } = await readLead(demo, lead);
  return { date, time };
};
const centerIn = async (demo: Demo, lead: Lead) => (await readLead(demo, lead)).serviceCenter.name;

async function openBoard(page: Page, demo: Demo, date: string) {
  const centers = await setRules(demo, oneCarAnHour);
  await page.goto(`/main/bookings?day=${date}&serviceCenter=${centers.center._id}`);
  await expect(board(page)).toBeVisible();
  return centers;
}

forEachSize(({ isPhone }) => {
  test.use({ level: 'service' });

  // Others book at the same center.
  test.afterEach(({ demo }) => setRules(demo, null).then(() => undefined));

  if (isPhone)
    test('a thumb steps through days, books a place and moves a booking', async ({ page, demo }) => {
      const date = dayIn(6);
      const lead = await recordBooked(demo, date, '11:00');
      const { other } = await openBoard(page, demo, date);
      await expectFitsPhone(page);
      await expectAccessible(page, 'best-practice');
      const client = await page.context().newCDPSession(page);

      await test.step('a swipe shows the next day, a button the one before', async () => {
        await touch(client, 'Start', { x: 300, y: 500 });
        await touch(client, 'Move', { x: 200, y: 505 });
        await touch(client, 'Move', { x: 100, y: 505 });
        await touch(client, 'End');
        await expect(page).toHaveURL(new RegExp(`day=${addDays(date, 1)}`));
        await page.getByRole('button', { name: 'Previous day' }).tap();
        await expect(bookingOf(page, lead.name)).toBeVisible();
      });

      await test.step('the names of the week’s cells contain their short counts', async () => {
        await page.getByText('Week', { exact: true }).tap();
        const week = page.getByRole('table', { name: 'Bookings of the week' });
        await expect(week.getByRole('link', { name: '1/6 cars' })).toHaveText('1/6');
        await expectFitsPhone(page);
        await expectAccessible(page, 'best-practice');
        await page.goBack();
        await expect(bookingOf(page, lead.name)).toBeVisible();
      });

      await test.step('what can be done with a booking stands on its card', async () => {
        const card = page.locator('[data-card]').filter({ hasText: lead.name });
        const button = card.getByRole('button', { name: `Move: ${lead.name}` });
        const [inner, outer] = await Promise.all([button.boundingBox(), card.boundingBox()]);
        expect((inner?.y ?? 0) + (inner?.height ?? 0)).toBeLessThanOrEqual(
          (outer?.y ?? 0) + (outer?.height ?? 0),
        );
      });

      await test.step('a finger that rests on a booking drags it', async () => {
        await bookingOf(page, lead.name).evaluate((one) => one.scrollIntoView({ block: 'center' }));
        await touch(client, 'Start', await centerOf(bookingOf(page, lead.name)));
        await expect(
          page.getByText('Drop the booking on its new time, day or service center.'),
        ).toBeAttached();
        await touch(client, 'Move', await centerOf(placeAt(page, '12:00')));
        await touch(client, 'End');
        await expect(statusBarLines(page)).toContainText(`${lead.name} is booked for`);
        expect(await appointmentOf(demo, lead)).toEqual({ date, time: '12:00' });
      });

      await test.step('and to another center, until Undo', async () => {
        await bookingOf(page, lead.name).evaluate((one) => one.scrollIntoView({ block: 'center' }));
        await touch(client, 'Start', await centerOf(bookingOf(page, lead.name)));
        await touch(client, 'Move', await centerOf(otherCenters(page).getByText(other.name)));
        await touch(client, 'End');
        await expect(statusBarLines(page)).toContainText(`at ${other.name}`);
        expect(await centerIn(demo, lead)).toBe(other.name);
        await statusBarLines(page).getByRole('button', { name: 'Undo' }).tap();
        await expect(bookingOf(page, lead.name)).toBeVisible();
      });

      await test.step('a free place is booked for a lead that is found in it', async () => {
        const found = await recordServiceLead(demo);
        await placeAt(page, '2:00').tap();
        await bookDialog(page).getByRole('combobox', { name: 'Customer' }).fill(found.phone.slice(-8));
        await bookDialog(page)
          .getByRole('option', { name: /Pending/ })
          .tap();
        await expect(bookDialog(page).getByLabel('Appointment time')).toHaveValue(/2:00/);
        await expectFitsPhone(page);
        await expectAccessible(page);
        await bookDialog(page).getByRole('button', { name: 'Book', exact: true }).tap();
        await expect(bookDialog(page)).toBeHidden();
        await expect(bookingOf(page, found.name)).toBeVisible();
        expect(await readLead(demo, found)).toMatchObject({ status: 'booked', appointmentTime: '14:00' });
      });
    });
  else {
    test('a long booking moves as far as the pointer does, and a hand that trembles opens it', async ({
      page,
      demo,
    }) => {
      const date = dayIn(8);
      const lead = await recordBooked(demo, date, '11:00');
      const body = { type: 'service', name: uniqueName(), bookingMinutes: 150 };
      const manager = await demo.session('manager');
      const offering = await demo.call('POST', '/management/manageServiceAndCampaign', body, manager);
      const { _id: serviceOrCampaign } = z.object({ _id: z.string() }).parse(offering.body);
      await editLeadAsManager(demo, lead, { serviceOrCampaign });
      await openBoard(page, demo, date);
      const card = bookingOf(page, lead.name);
      await card.evaluate((one) => one.scrollIntoView({ block: 'center' }));
      const grab = async () => {
        const box = await card.boundingBox();
        if (!box) throw new Error('nothing to drag');
        expect(box.height).toBeGreaterThan(200);
        const end = { x: box.x + 60, y: box.y + box.height - 12 };
        await page.mouse.move(end.x, end.y);
        await page.mouse.down();
        return end;
      };

      const { x, y } = await grab();
      await page.mouse.move(x + 5, y + 5);
      await page.mouse.move(x + 6, y + 6);
      await page.mouse.up();
      await expect(leadPanelOf(page, lead.name)).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(leadPanelOf(page, lead.name)).toBeHidden();

      const from = await grab();
      await page.mouse.move(from.x + 30, from.y + 12, { steps: 3 });
      await page.mouse.up();
      await expect(leadPanelOf(page, lead.name)).toHaveCount(0);
      expect(await appointmentOf(demo, lead)).toEqual({ date, time: '11:00' });

      const start = await grab();
      await page.mouse.move(start.x, start.y + 44, { steps: 3 });
      await page.mouse.up();
      await expectAt(page, '11:30', lead.name);
      await expect(statusBarLines(page)).toContainText(`${lead.name} is booked for`);
      expect(await appointmentOf(demo, lead)).toEqual({ date, time: '11:30' });
    });

    test('a full day or center is asked about, and the next free place is one key, dropped there or chosen in the dialog', async ({
      demo,
      openAs,
    }) => {
      const date = dayIn(10);
      const tomorrow = addDays(date, 1);
      const closed =
        [2, 3].map((days) => addDays(date, days)).find((day) => getWeekday(day) !== friday) ?? '';
      const center = await addSmallCenter(demo, [{ day: closed, from: null, to: null, note: 'Stocktaking' }]);
      const other = await addSmallCenter(demo);
      const both = [center._id, other._id];
      const { session } = await createAccount(demo, 'Rafiq Islam', { level: 'service', serviceCenter: both });
      const page = await openAs('service', session);
      const book = async ({ _id }: Center, day: string, time: string) => {
        const lead = await recordLead(demo, session, { serviceCenter: _id });
        await moveLeadAsManager(demo, lead, {
          status: 'booked',
          appointmentDate: day,
          appointmentTime: time,
        });
        return lead;
      };
      const lead = await book(center, date, '10:00');
      await book(center, tomorrow, '11:00');
      await book(other, date, '11:00');
      await page.goto(`/main/bookings?day=${date}&serviceCenter=${center._id}`);
      const next = question(page).getByRole('button', { name: /^Book / });
      const expectAsked = async (day: string) => {
        const dayOfMonth = Number(day.slice(-2));
        const reason = new RegExp(`1 of 1 cars are booked on \\w+,? ${dayOfMonth} \\w+\\.`);
        await expect(question(page)).toContainText(reason);
        await expect(next).toBeFocused();
        await expect(question(page).getByRole('button', { name: 'Book anyway' })).toHaveCount(0);
      };
      const expectUndone = async () => {
        await page.keyboard.press('Control+z');
        await expectAt(page, '10:00', lead.name);
        await expect.poll(() => appointmentOf(demo, lead)).toEqual({ date, time: '10:00' });
        await expect.poll(() => centerIn(demo, lead)).toBe(center.name);
      };

      await test.step('what others move appears by itself', async () => {
        await expectAt(page, '10:00', lead.name);
        for (const time of ['11:30', '10:00']) {
          await moveLeadAsManager(demo, lead, {
            status: 'booked',
            appointmentDate: date,
            appointmentTime: time,
          });
          await expectAt(page, time, lead.name);
        }
      });

      await test.step('dropped on a full day', async () => {
        await drag(page, bookingOf(page, lead.name), days(page).locator('[aria-current] + a'));
        await page.mouse.up();
        await expectAsked(tomorrow);
        await expectAccessible(page);
        await page.keyboard.press('Escape');
        await expectAt(page, '10:00', lead.name);
        expect(await appointmentOf(demo, lead)).toEqual({ date, time: '10:00' });
        await drag(page, bookingOf(page, lead.name), days(page).locator('[aria-current] + a'));
        await page.mouse.up();
        await expect(next).toBeFocused();
        await page.keyboard.press('Enter');
        await expect(statusBarLines(page)).toContainText(`${lead.name} is booked for`);
        await expect(bookingOf(page, lead.name)).toHaveCount(0);
        const { date: given } = await appointmentOf(demo, lead);
        expect(given && given > tomorrow).toBe(true);
        await expectUndone();
      });

      await test.step('dropped on a center that is full on the day', async () => {
        await drag(page, bookingOf(page, lead.name), otherCenters(page).getByText(other.name));
        await page.mouse.up();
        await expectAsked(date);
        await page.keyboard.press('Enter');
        await expect(statusBarLines(page)).toContainText(`at ${other.name}`);
        expect((await readLead(demo, lead)).appointmentDate).toBe(tomorrow);
        expect(await centerIn(demo, lead)).toBe(other.name);
        await expectUndone();
      });

      await test.step('a day that is closed for bookings says so, and why', async () => {
        await page.goto(`/main/bookings?day=${closed}&serviceCenter=${center._id}`);
        await expect(placeAt(page, '10:00')).toHaveAccessibleName('Book 10:00 am, Stocktaking, closed');
        const heading = page.getByRole('heading', { level: 2 });
        await expect(heading.locator('..')).toContainText('Closed');
        await expectAccessible(page, 'best-practice');
        const guest = await recordLead(demo, session, { serviceCenter: center._id });
        const there = { appointmentDate: closed, appointmentTime: '10:00', overbook: true };
        await moveLeadAsManager(demo, guest, { status: 'booked', ...there });
        await expect(heading.locator('..')).toContainText(/Closed, 1 of 1/);
        await page.emulateMedia({ media: 'print' });
        await expect(page.getByText('Closed on this day: Stocktaking')).toBeVisible();
        await page.emulateMedia({ media: 'screen' });
        await page.keyboard.press('w');
        const cell = page.getByRole('link', { name: /Closed, 1 of 1 car$/ });
        await expect(cell).toHaveText('Closed 1 of 1');
        await expectAccessible(page, 'best-practice');
        await page.goto(`/main/bookings?day=${date}&serviceCenter=${center._id}`);
        await expectAt(page, '10:00', lead.name);
      });

      await test.step('chosen in the dialog of M, which stays with what was typed', async () => {
        await bookingOf(page, lead.name).focus();
        await page.keyboard.press('m');
        const dialog = page.getByRole('dialog', { name: 'Reschedule' });
        await expect(dialog.getByLabel('Appointment date')).toBeFocused();
        await dialog.getByLabel('Service center').selectOption(other.name);
        await dialog.getByLabel('Service center').press('Control+Enter');
        await expectAsked(date);
        await page.keyboard.press('Escape');
        await expect(question(page)).toBeHidden();
        await expect(dialog.getByLabel('Service center')).toHaveValue(other._id);
        expect(await centerIn(demo, lead)).toBe(center.name);
        await page.keyboard.press('Control+Enter');
        await expect(next).toBeFocused();
        await page.keyboard.press('Enter');
        await expect(dialog).toBeHidden();
        await expect(statusBarLines(page)).toContainText(
          new RegExp(`${lead.name} is booked for .* at ${other.name}`),
        );
        expect((await readLead(demo, lead)).appointmentDate).toBe(tomorrow);
        await expectUndone();
      });
    });

    test('a number plate on a card breaks between its words alone', async ({ page, demo }) => {
      const date = dayIn(5);
      const lead = await recordBooked(demo, date, '11:00');
      await editLeadAsManager(demo, lead, { vehicleNumber: 'DHAKA METRO-GHA 98-1234' });
      await openBoard(page, demo, date);
      await expect(bookingOf(page, lead.name)).toContainText('DHAKA');
      // As narrow as the card of a full hour.
      await page.addStyleTag({ content: '[data-card] button > span:last-child { width: 62px }' });
      const lines = await bookingOf(page, lead.name)
        .locator('> span:last-child')
        .evaluate((facts) => {
          const text = facts.firstChild;
          const written = text?.textContent ?? '';
          const range = facts.ownerDocument.createRange();
          const topOf = (at: number) => {
            if (text) range.setStart(text, at);
            if (text) range.setEnd(text, at + 1);
            return Math.round(range.getBoundingClientRect().top);
          };
          const hyphens = [...written.matchAll(/-/g)].map(({ index }) => index);
          return {
            isBroken: topOf(written.indexOf('METRO')) !== topOf(written.indexOf('DHAKA')),
            atHyphens: hyphens.map((at) => topOf(at + 2) - topOf(at - 1)),
          };
        });
      expect(lines).toEqual({ isBroken: true, atHyphens: [0, 0] });
    });

    test('a day is read, booked and moved by keys and mouse, and a full hour is asked about', async ({
      page,
      demo,
    }) => {
      const date = dayIn(4);
      const lead = await recordBooked(demo, date, '10:00');
      const { center, other } = await openBoard(page, demo, date);
      await expect(placeAt(page, '10:00')).toHaveAccessibleName(/full$/);
      await expect(page.getByText('1 of 6', { exact: true }).first()).toBeVisible();
      await expectAccessible(page, 'best-practice');

      const name = uniqueName();
      const phone = uniquePhone();
      await test.step('somebody new is added and booked with the keyboard alone', async () => {
        await page.keyboard.press('b');
        await expect(bookDialog(page).getByRole('combobox', { name: 'Customer' })).toBeFocused();
        await page.keyboard.type(name);
        await page.keyboard.press('Enter');
        await expect(bookDialog(page).getByLabel('Name')).toHaveValue(name);
        await expect(bookDialog(page).getByLabel('Phone Number')).toBeFocused();
        await page.keyboard.type(phone);
        await page.keyboard.press('Control+Enter');
        await expect(bookDialog(page)).toBeHidden();
        await expectAt(page, '8:00', name);
        await expect(page.getByText('2 of 6', { exact: true }).first()).toBeVisible();
      });

      await test.step('Back answers the question about a full hour, and the form stays with what was typed', async () => {
        const other = await recordServiceLead(demo);
        const customer = bookDialog(page).getByRole('combobox', { name: 'Customer' });
        await placeAt(page, '8:30').click();
        await expect(customer).toBeFocused();
        await page.keyboard.press('Enter');
        await expect(bookDialog(page).getByLabel('Name')).toBeFocused();
        await bookDialog(page).getByLabel('Notes').fill('Winter tyres');
        await bookDialog(page).getByLabel('Phone Number').fill(other.phone);
        await expect(
          bookDialog(page).getByRole('button', { name: `New lead for ${other.name}` }),
        ).toBeVisible();
        await bookDialog(page).getByRole('button', { name: 'Choose another customer' }).press('Enter');
        await expect(customer).toBeFocused();
        await page.keyboard.type(other.phone.slice(-8));
        await expect(bookDialog(page).getByRole('option', { name: /Pending/ })).toBeVisible();
        await page.keyboard.press('Enter');
        await expect(bookDialog(page).getByLabel('Appointment date')).toBeFocused();
        await page.keyboard.press('Control+Enter');
        await expect(question(page)).toBeVisible();
        await page.goBack();
        await expect(question(page)).toBeHidden();
        await bookDialog(page).getByRole('button', { name: 'Choose another customer' }).press('Enter');
        await expect(customer).toBeFocused();
        await expect(customer).toHaveValue(other.phone.slice(-8));
        await page.keyboard.type(uniqueName());
        await page.keyboard.press('Enter');
        await expect(bookDialog(page).getByLabel('Notes')).toHaveValue('Winter tyres');
        await expect(bookDialog(page).getByLabel('Phone Number')).not.toHaveValue('');
        await page.keyboard.press('Alt+n');
        await expect(bookDialog(page).getByLabel('Appointment time')).toHaveValue(/9:00/);
        const places = bookDialog(page).getByRole('region', { name: 'Free places' });
        await page.route('**/bookings/places?**', (route) => route.fulfill({ status: 500 }));
        await bookDialog(page).getByLabel('Appointment date').fill(addDays(date, 7));
        await expect(places.getByRole('button', { name: 'Retry' })).toBeVisible();
        await page.keyboard.press('Alt+n');
        await page.unroute('**/bookings/places?**');
        await places.getByRole('button', { name: 'Retry' }).click();
        await expect(places.getByRole('button', { name: /^Next free/ })).toBeVisible();
        await expect(bookDialog(page).getByLabel('Appointment time')).toHaveValue(/9:00/);
        await page.keyboard.press('Escape');
        await page.getByRole('dialog', { name: 'Discard' }).getByRole('button', { name: 'Discard' }).click();
        await expect(bookDialog(page)).toBeHidden();
      });

      await test.step('arrows go from place to place, Enter opens the lead, M its new day', async () => {
        await bookingOf(page, name).focus();
        await page.keyboard.press('ArrowRight');
        await expect(placeAt(page, '8:00')).toBeFocused();
        await page.keyboard.press('ArrowDown');
        await expect(placeAt(page, '8:30')).toBeFocused();
        await page.keyboard.press('Home');
        await page.keyboard.press('ArrowDown');
        await expect(bookingOf(page, name)).toBeFocused();
        await page.keyboard.press('Enter');
        await expect(leadPanelOf(page, name)).toBeVisible();
        for (const key of [']', 'w', 'g', 't']) await page.keyboard.press(key);
        await expect(leadPanelOf(page, name)).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(bookingOf(page, name)).toBeFocused();
        await page.keyboard.press('m');
        await expect(page.getByRole('dialog', { name: 'Reschedule' })).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(bookingOf(page, name)).toBeFocused();
      });

      await test.step('the dialog of M moves to another time, day and center at once, and Undo takes all back', async () => {
        await bookingOf(page, lead.name).focus();
        await page.keyboard.press('m');
        const dialog = page.getByRole('dialog', { name: 'Reschedule' });
        await expect(dialog.getByLabel('Appointment date')).toBeFocused();
        await page.keyboard.type(addDays(date, 1));
        await dialog.getByLabel('Appointment time').fill('11:30');
        await dialog.getByLabel('Service center').selectOption(other.name);
        await expect(dialog.getByText(/^Notes, comments and history come along/)).toBeVisible();
        await expectAccessible(page);
        await page.keyboard.press('Control+Enter');
        await expect(dialog).toBeHidden();
        await expect(bookingOf(page, lead.name)).toHaveCount(0);
        expect(await appointmentOf(demo, lead)).toEqual({ date: addDays(date, 1), time: '11:30' });
        expect(await centerIn(demo, lead)).toBe(other.name);
        await page.keyboard.press('Control+z');
        await expectAt(page, '10:00', lead.name);
        expect(await centerIn(demo, lead)).toBe(center.name);
      });

      await test.step('a mouse moves a booking to another time, Escape nowhere, and Undo brings it back', async () => {
        await drag(page, bookingOf(page, lead.name), placeAt(page, '11:30'));
        await page.keyboard.press('Escape');
        await page.mouse.up();
        await drag(page, bookingOf(page, lead.name), placeAt(page, '11:00'));
        await page.mouse.up();
        await expectAt(page, '11:00', lead.name);
        await expect(statusBarLines(page)).toContainText(`${lead.name} is booked for`);
        expect(await appointmentOf(demo, lead)).toEqual({ date, time: '11:00' });
        await page.keyboard.press('Control+z');
        await expectAt(page, '10:00', lead.name);
        expect(await appointmentOf(demo, lead)).toEqual({ date, time: '10:00' });
      });

      await test.step('a mouse moves a booking to another center, and Undo brings it back', async () => {
        await drag(page, bookingOf(page, lead.name), otherCenters(page).getByText(other.name));
        await expect(page.getByText(new RegExp(`10:00.am at ${other.name}$`))).toBeAttached();
        await page.mouse.up();
        await expect(otherCenters(page)).toHaveCount(0);
        await expect(bookingOf(page, lead.name)).toHaveCount(0);
        await expect(statusBarLines(page)).toContainText(new RegExp(`10:00.am at ${other.name}`));
        expect(await appointmentOf(demo, lead)).toEqual({ date, time: '10:00' });
        expect(await centerIn(demo, lead)).toBe(other.name);
        await page.keyboard.press('Control+z');
        await expectAt(page, '10:00', lead.name);
        expect(await centerIn(demo, lead)).toBe(center.name);
      });

      await test.step('a booking that is held at an edge of the window scrolls the day', async () => {
        const { height = 0 } = page.viewportSize() ?? {};
        await bookingOf(page, lead.name).scrollIntoViewIfNeeded();
        await drag(page, bookingOf(page, lead.name), days(page).locator('[aria-current]'));
        await page.mouse.move(500, height - 4);
        await expect(placeAt(page, '5:00')).toBeInViewport();
        await page.mouse.move(500, 4);
        await expect(page.getByRole('button', { name: 'Next day' })).toBeInViewport();
        await page.keyboard.press('Escape');
        await page.mouse.up();
        await expectAt(page, '10:00', lead.name);
        expect(await appointmentOf(demo, lead)).toEqual({ date, time: '10:00' });
      });

      await test.step('a full hour is asked about; the booking stays unless somebody chooses', async () => {
        await drag(page, bookingOf(page, lead.name), placeAt(page, '8:30'));
        await page.mouse.up();
        await question(page).getByRole('button', { name: 'Cancel' }).click();
        await expectAt(page, '10:00', lead.name);
        expect(await appointmentOf(demo, lead)).toEqual({ date, time: '10:00' });
      });

      await test.step('a booking that is dropped on a day keeps its time', async () => {
        const next = days(page).locator('[aria-current] + a');
        await drag(page, bookingOf(page, lead.name), next);
        await page.mouse.up();
        await expect(bookingOf(page, lead.name)).toHaveCount(0);
        await expect(statusBarLines(page)).toContainText(`${lead.name} is booked for`);
        await next.click();
        await expectAt(page, '10:00', lead.name);
        expect(await appointmentOf(demo, lead)).toEqual({ date: addDays(date, 1), time: '10:00' });
      });

      await test.step('the day is a list and a sheet, the week leads to its days', async () => {
        const row = page.getByRole('table').getByRole('row', { name: new RegExp(lead.name) });
        await editLeadAsManager(demo, lead, { notes: 'Bring the old pads. '.repeat(60) });
        await page.keyboard.press('l');
        await expect(row).toContainText('Bring the old pads.');
        await expectAccessible(page, 'best-practice');
        await page.emulateMedia({ media: 'print' });
        await expect(page.getByRole('columnheader', { name: 'Came' })).toBeVisible();
        await expect(page.getByRole('cell', { name: lead.name })).toBeVisible();
        const { height = 0 } = (await row.boundingBox()) ?? {};
        expect(height, 'of a row with long notes').toBeLessThan(110);
        await expect(page.getByRole('heading', { level: 2 })).toHaveText(
          new RegExp(`^${center.name}, .* · 1 of 6$`),
        );
        await page.emulateMedia({ media: 'screen' });
        await page.keyboard.press('w');
        const week = page.getByRole('table', { name: 'Bookings of the week' });
        await expect(week.getByRole('link', { name: /1 of 6 cars$/ }).first()).toBeVisible();
        await expectAccessible(page, 'best-practice');
        await week
          .getByRole('link', { name: /1 of 6 cars$/ })
          .first()
          .click();
        await expect(board(page)).toBeVisible();
        await page.keyboard.press('w');
        await expect(week).toBeVisible();
        await page.keyboard.press('g');
        await expect(board(page)).toBeVisible();
        await page.keyboard.press('?');
        await expect(page.getByRole('dialog').getByText('Move the chosen booking')).toBeVisible();
      });

      await test.step('on the day A says who arrived, and Undo takes that back', async () => {
        const guest = await recordServiceLead(demo);
        const untimed = { appointmentDate: dealerToday(), appointmentTime: null, overbook: true };
        await moveLeadAsManager(demo, guest, { status: 'booked', ...untimed });
        await page.goto('/main/bookings');
        await bookingOf(page, guest.name).focus();
        await page.keyboard.press('a');
        await expect(bookingOf(page, guest.name)).toContainText('Arrived');
        await expect(statusBarLines(page)).toContainText(`${guest.name} arrived`);
        await page.keyboard.press('Control+z');
        await expect(bookingOf(page, guest.name)).not.toContainText('Arrived');
        await page.keyboard.press('d');
        await expect(page.getByRole('dialog', { name: `${guest.name} did not come` })).toBeVisible();
      });
    });
  }
});
