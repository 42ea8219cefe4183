import type { Locator, Page } from '@playwright/test';
import type { LeadStatus } from '#contract/leads/lead-status.ts';
import type { Lead } from '#contract/leads/leads.ts';
import { addDays } from '#contract/text/dates.ts';
import { expectAccessible } from './support/accessible.ts';
import { addLead } from './support/lead-form.ts';
import { expectNothingFound, rowWith } from './support/lists.ts';
import {
  fillAndBlur,
  fillInBooking,
  moveDialog,
  moveLeadAsManager,
  moveSaveButton,
  moveStatusRadio,
  nextFollowUpField,
  openMoveDialog,
  openMoveDialogHere,
  openStatusList,
  readLead,
  recordServiceLead,
  saveMove,
  timelineEntries,
} from './support/move-lead.ts';
import { readCenters, uniqueName } from './support/sample-lead.ts';
import { expect, test } from './support/test.ts';
import { dealerToday, formatDayFromToday, formatDayFromTodayShort } from './support/written-dates.ts';

type Person = { page: Page; level: 'service' | 'dataEntry' | 'manager' };

type Step = {
  lead: Lead;
  from: LeadStatus;
  to: LeadStatus;
  fill: (page: Page) => Promise<void>;
  row: string;
  story: string;
};

async function take(step: Step, by: Person, seenBy: Person): Promise<void> {
  await test.step(`${by.level} ${step.story}, and ${seenBy.level} sees it`, async () => {
    await stand(seenBy, step);
    await openMoveDialog(by.page, step.from, step.lead);
    await step.fill(by.page);
    await saveMove(by.page);
    await expectSeen(seenBy, step);
  });
}

async function stand({ page, level }: Person, { lead, from, to }: Step): Promise<void> {
  if (level === 'manager' && from === to) {
    await page.goto(`/main/leadHistory/${lead.entryId}`);
    await expect(timelineEntries(page).first()).toBeVisible();
    return;
  }
  const search = encodeURIComponent(lead.name);
  if (level === 'manager') await page.goto(`/main/manageMentLead/${to}?search=${search}`);
  else await openStatusList(page, to, lead);
  if (from === to) await expect(rowWith(page, lead.name)).toBeVisible();
  else await expectNothingFound(page);
}

async function expectSeen({ page, level }: Person, { lead, from, to, row, story }: Step): Promise<void> {
  if (level !== 'manager') return expect(rowWith(page, lead.name)).toContainText(row);
  if (from !== to) await page.getByRole('link', { name: `Open history: ${lead.name}` }).click();
  await expect(timelineEntries(page).first()).toContainText(story);
}

const followUp = (page: Page, number: number) =>
  moveDialog(page).getByRole('checkbox', { name: `Follow-up ${number}` });

async function expectNeeded(field: Locator, message: string): Promise<void> {
  await expect(field).toHaveAccessibleDescription(message);
  await expect(moveSaveButton(field.page())).toBeDisabled();
}

test.describe('service and manager, side by side', () => {
  test.use({ level: 'service' });

  test('see a lead followed up twice, booked and completed', async ({ page, demo, openAs }) => {
    const lead = await recordServiceLead(demo);
    const one: Person = { page, level: 'service' };
    const other: Person = { page: await openAs('manager'), level: 'manager' };

    const becomesPotential = async (page: Page) => {
      await moveStatusRadio(page, 'Potential').check();
      await expectNeeded(nextFollowUpField(page), 'Must add next follow-up date');
      await fillAndBlur(nextFollowUpField(page), '+2');
    };
    const story = `moved it from Pending to Potential, next follow-up ${formatDayFromTodayShort(2)}`;
    await take(
      {
        lead,
        from: 'pending',
        to: 'potential',
        fill: becomesPotential,
        row: formatDayFromTodayShort(2),
        story,
      },
      one,
      other,
    );

    const isFollowedUp = (number: number, due: number, next: number) => ({
      ...({ lead, from: 'potential', to: 'potential', row: formatDayFromTodayShort(next) } as const),
      story: `made follow-up ${number}, next follow-up ${formatDayFromTodayShort(next)}`,
      fill: async (page: Page) => {
        await moveDialog(page)
          .getByRole('checkbox', { name: `Follow-up ${number}: ${formatDayFromToday(due)}` })
          .check();
        await expectNeeded(nextFollowUpField(page), 'Must add next follow-up date');
        await fillAndBlur(nextFollowUpField(page), `+${next}`);
        await expect(
          moveDialog(page).getByRole('checkbox', {
            name: `Follow-up ${number + 1}: ${formatDayFromToday(next)}`,
          }),
        ).toBeVisible();
      },
    });
    await take(isFollowedUp(1, 2, 5), other, one);
    await take(isFollowedUp(2, 5, 9), one, other);

    const isBooked = async (page: Page) => {
      await expect(followUp(page, 2)).toBeChecked();
      await moveStatusRadio(page, 'Booked').check();
      await expectNeeded(moveDialog(page).getByLabel('Appointment date'), 'Must add appointment date');
      await fillInBooking(page, 'tomorrow');
      await moveDialog(page).getByLabel('Appointment time').fill('14:30');
    };
    const booked = {
      row: `${formatDayFromTodayShort(1)}, 2:30 pm`,
      story: `moved it from Potential to Booked, appointment ${formatDayFromTodayShort(1)}, 2:30 pm`,
    };
    await take({ lead, from: 'potential', to: 'booked', fill: isBooked, ...booked }, other, one);

    const isCompleted = async (page: Page) => {
      await moveStatusRadio(page, 'Completed').check();
      await moveDialog(page).getByLabel('Job ID').fill('JOB-4711');
      await moveDialog(page).getByLabel('Notes').fill('Brake pads replaced');
    };
    const completed = {
      row: 'Brake pads replaced',
      story: 'moved it from Booked to Completed, job ID JOB-4711',
    };
    await take({ lead, from: 'booked', to: 'completed', fill: isCompleted, ...completed }, one, other);

    for (const { page, level } of [one, other]) {
      await openMoveDialog(page, 'completed', lead);
      await expect(moveDialog(page).getByLabel('Job ID')).toHaveValue('JOB-4711');
      // Only management may reopen it.
      await expect(moveDialog(page).getByRole('radio')).toHaveCount(level === 'manager' ? 2 : 1);
    }
    expect(await readLead(demo, lead)).toMatchObject({
      status: 'completed',
      jobId: 'JOB-4711',
      followUpCount: 2,
      nextFollowUpDates: [addDays(dealerToday(), 2), addDays(dealerToday(), 5), addDays(dealerToday(), 9)],
      appointmentDate: addDays(dealerToday(), 1),
      appointmentTime: '14:30',
      version: 6,
    });
  });
});

test.describe('dataEntry and manager, side by side', () => {
  test.use({ level: 'dataEntry' });

  test('see a lead lost at its third follow-up, then booked again @long', async ({ page, demo, openAs }) => {
    const lead = await recordServiceLead(demo);
    await moveLeadAsManager(demo, lead, {
      status: 'potential',
      nextFollowUpDates: [addDays(dealerToday(), 1)],
    });
    const one: Person = { page, level: 'dataEntry' };
    const other: Person = { page: await openAs('manager'), level: 'manager' };

    const isLost = async (page: Page) => {
      const box = moveDialog(page).getByRole('checkbox', { name: 'Lost Customer' });
      await followUp(page, 3).check();
      await expect(box).toBeChecked();
      const reason = moveDialog(page).getByLabel('Lost reason');
      await expectNeeded(reason, 'Must add lost reason');
      await expectAccessible(page);
      await box.uncheck();
      await expect(reason).toBeHidden();
      await box.check();
      await fillAndBlur(reason, 'Bought elsewhere');
    };
    const lost = {
      row: 'Bought elsewhere',
      story: 'moved it from Potential to Lost Customer: Bought elsewhere',
    };
    await take({ lead, from: 'potential', to: 'lostCustomer', fill: isLost, ...lost }, one, other);
    expect(await readLead(demo, lead)).toMatchObject({
      status: 'lostCustomer',
      followUpCount: 4,
      nextFollowUpDates: [],
      lostReason: 'Bought elsewhere',
    });

    const comesBack = (page: Page) => fillInBooking(page, 'today');
    const back = {
      row: formatDayFromTodayShort(0),
      story: `moved it from Lost Customer to Booked, appointment ${formatDayFromTodayShort(0)}`,
    };
    await take({ lead, from: 'lostCustomer', to: 'booked', fill: comesBack, ...back }, other, one);
    expect(await readLead(demo, lead)).toMatchObject({
      status: 'booked',
      followUpCount: 0,
      lostReason: null,
    });
  });
});

test('dataEntry records a lead, and service sees it appear and books it @long', async ({ demo, openAs }) => {
  const lead = { name: uniqueName() };
  const [dataEntry, service] = [await openAs('dataEntry'), await openAs('service')];
  const [center] = await readCenters(demo, await demo.session('service'));

  await test.step('dataEntry records a lead, and service sees it appear', async () => {
    await openStatusList(service, 'pending', lead);
    await expectNothingFound(service);
    await dataEntry.goto('/main/leads');
    await addLead(dataEntry, lead.name, center?.name);
    await expect(rowWith(service, lead.name)).toBeVisible();
  });

  await test.step('service books it, and dataEntry sees that', async () => {
    await openStatusList(dataEntry, 'booked', lead);
    await expectNothingFound(dataEntry);
    await openMoveDialogHere(service, lead);
    await fillInBooking(service, 'tomorrow');
    await saveMove(service);
    await expectNothingFound(service);
    await expect(rowWith(dataEntry, lead.name)).toContainText(formatDayFromTodayShort(1));
  });
});

test.describe('when someone else saves first', () => {
  test.use({ level: 'service' });

  test('changes to other fields merge without a question', async ({ page, demo }) => {
    const lead = await recordServiceLead(demo);
    await openMoveDialog(page, 'pending', lead);
    await fillInBooking(page, '+3');
    await moveLeadAsManager(demo, lead, { notes: 'Wants a call first' });
    await saveMove(page);
    expect(await readLead(demo, lead)).toMatchObject({
      status: 'booked',
      appointmentDate: addDays(dealerToday(), 3),
      notes: 'Wants a call first',
      version: 3,
    });
  });

  test('where both changed a field, the person chooses', async ({ page, demo, openAs }) => {
    const lead = await recordServiceLead(demo);
    const manager = await openAs('manager');
    for (const [one, date, notes] of [
      [page, '+3', 'mine'],
      [manager, '+7', 'theirs'],
    ] as const) {
      await openMoveDialog(one, 'pending', lead);
      await fillInBooking(one, date);
      await moveDialog(one).getByLabel('Notes').fill(notes);
    }
    await saveMove(manager);
    await moveSaveButton(page).click();

    const { lastModifiedBy } = await readLead(demo, lead);
    await expect(
      moveDialog(page).getByText(`${lastModifiedBy.name} changed this lead while you were editing`),
    ).toBeVisible();
    await expect(moveSaveButton(page)).toBeDisabled();
    const date = moveDialog(page).getByRole('group', { name: 'Appointment date' });
    await expect(date).toContainText(formatDayFromToday(3));
    await date.getByRole('radio', { name: formatDayFromToday(7) }).check();
    await moveDialog(page)
      .getByRole('group', { name: 'Notes' })
      .getByRole('radio', { name: 'Yours' })
      .check();
    await expectAccessible(page);
    await saveMove(page);
    expect(await readLead(demo, lead)).toMatchObject({
      status: 'booked',
      appointmentDate: addDays(dealerToday(), 7),
      notes: 'mine',
    });
  });

  test('a follow-up is not saved silently once the lead has left that status @long', async ({
    page,
    demo,
  }) => {
    const lead = await recordServiceLead(demo);
    await moveLeadAsManager(demo, lead, {
      status: 'potential',
      nextFollowUpDates: [addDays(dealerToday(), 1)],
    });
    await openMoveDialog(page, 'potential', lead);
    await followUp(page, 1).check();
    await fillAndBlur(nextFollowUpField(page), '+4');
    await moveLeadAsManager(demo, lead, { status: 'completed' });
    await moveSaveButton(page).click();

    const choice = moveDialog(page).getByRole('group', { name: 'Status' }).filter({ hasText: 'Yours' });
    await choice.getByRole('radio', { name: 'Yours' }).check();
    await expect(
      moveDialog(page).getByText('A lead cannot move from Completed to Potential', { exact: true }),
    ).toBeVisible();
    await expect(moveSaveButton(page)).toBeDisabled();
    expect(await readLead(demo, lead)).toMatchObject({ status: 'completed', followUpCount: 0 });
  });
});
