import type { LogContactBody } from '#contract/contacts.ts';
import type { LeadStatus } from '#contract/leads/lead-status.ts';
import { createLeadBody, platforms } from '#contract/leads/leads.ts';
import { isManagement } from '#contract/levels.ts';
import type { Account } from '#contract/people.ts';
import { addDays, dateIn, instantIn } from '#contract/text/dates.ts';
import { hashPassword } from '#server/auth/passwords.service.ts';
import { startBulk } from '#server/bulk/bulk.service.ts';
import { logContact } from '#server/contacts/contacts.service.ts';
import type { ActorContext, Context, DealerRules } from '#server/context.ts';
import { addAddress } from '#server/customers/addresses.service.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { makeDealer } from '#server/dealer/dealer.service.ts';
import { listLostReasons } from '#server/dealer/lost-reasons.service.ts';
import { editMessageTexts } from '#server/dealer/message-texts.service.ts';
import { addEmployee, getAccount } from '#server/employees/employees.service.ts';
import { takeLead } from '#server/leads/record/advisors.service.ts';
import { createLead } from '#server/leads/record/create-leads.service.ts';
import { moveLead } from '#server/leads/record/edit-leads.service.ts';
import { getLead } from '#server/leads/record/get-lead.service.ts';
import { clockAt } from '#server/lib/clock.ts';
import { newToken } from '#server/lib/ids.ts';
import { addOffering } from '#server/offerings/offerings.service.ts';
import { addServiceCenter } from '#server/service-centers/service-centers.service.ts';
import { type Random, randomFrom } from './random.ts';
import { type PlannedTry, planLatestTries, planTries, reachedBody } from './sample-contacts.ts';
import { pickCustomer, planAddresses, type SampleCustomer } from './sample-customers.ts';
import { momentOn, planEntryDays } from './sample-days.ts';
import { analyzeTables, findOldestOfNobody } from './sample-dealer.db.ts';
import { eventKinds, type SampleEvent, turnsOf } from './sample-events.ts';
import { planLife } from './sample-plan.ts';
import * as words from './sample-words.ts';

export const demoPassword = 'pitlane-demo';

const daysBack = 120;
const leadCount = 2_400;

/** Of these last days, most changes are logged as contacts of the lead's advisor; of earlier ones nothing, for a quick start. */
const contactDays = 40;
const contactShare = 0.7;

/** What is done at once; PostgreSQL then counts once for all of it. */
const togetherCount = 200;

type Offered = { id: string; from: string; to: string };
type PlannedLead = { id: string; version: number };

/** @param progress is told from 0 to 1. */
export function loadDemoDealer(context: Context, progress: (done: number) => void): Promise<void> {
  return inTransaction(context, async (inside) => {
    const rules = { timeZone: 'Asia/Dhaka', phoneCountry: 'BD', serviceMayCorrect: false };
    await makeDealer(inside, { ...rules, name: 'Meghna Motors', logo: null });
    await loadSampleDealer(inside, rules, { demoPassword, progress });
  });
}

/**
 * 6 centers, 30 offerings, 24 employees, and 2,400 leads of the last 120 days with histories, contacts and some customers'
 * addresses, through the API's services. The same on every run, dated relative to today.
 *
 * @param options.firstCenterId a center to use as the first one; without `demoPassword` nobody knows the employees'
 *   passwords.
 */
export async function loadSampleDealer(
  context: Context,
  dealer: DealerRules,
  options: { firstCenterId?: string; demoPassword?: string; progress?: (done: number) => void } = {},
): Promise<void> {
  const random = randomFrom(20_261);
  const now = context.clock.now();
  const today = dateIn(dealer.timeZone, now);
  const inside = {
    ...context,
    clock: clockAt(instantIn(dealer.timeZone, addDays(today, -daysBack), '00:00')),
  };

  const centerIds = await addCenters(inside, options.firstCenterId);
  const offered = await addOfferings(inside, today);
  const people = await addPeople(inside, centerIds, options.demoPassword);
  const overseer = people.find((person) => person.level === 'superAdmin');
  if (overseer && options.demoPassword)
    await editMessageTexts({ ...inside, dealer, actor: overseer }, { texts: [...words.messageTexts] });
  const reasons = [...(await listLostReasons(inside)).map(({ en }) => en), words.freeLostReason];
  const setting = { reasons, inside, dealer, now, today, centerIds, offered, people };
  const events = planLeads(random, setting);
  let done = 0;
  for (const together of turnsOf(events, togetherCount)) {
    for (const kind of eventKinds)
      await Promise.all(together.map((event) => event.kind === kind && event.run()));
    for (const { after } of together) await after?.();
    done += together.length;
    options.progress?.(done / events.length);
  }
  if (overseer && options.demoPassword) await assignOldest(actingAs(setting, overseer, now), people);
  await analyzeTables(context.db);
}

/** A bulk change: the oldest enquiries that nobody has go to an advisor, who may have those of their own center. */
async function assignOldest(context: ActorContext, people: readonly Account[]): Promise<void> {
  const advisor = people.findLast(({ level }) => level === 'service');
  const leads = await findOldestOfNobody(context.db, 12);
  if (!advisor || leads.length === 0) return;
  await startBulk(context, { action: 'assign', value: advisor._id, leads });
}

async function addCenters(context: Context, firstCenterId: string | undefined): Promise<string[]> {
  const ids: string[] = [];
  for (const center of words.centers) {
    const standsIn = ids.length === 0 ? firstCenterId : undefined;
    ids.push(standsIn ?? (await addServiceCenter(context, center)));
  }
  return ids;
}

async function addOfferings(context: Context, today: string): Promise<Offered[]> {
  const offered: Offered[] = [];
  for (const { name, type, location = null, days } of words.offerings) {
    const startDate = days ? addDays(today, days[0]) : null;
    const endDate = days ? addDays(today, days[1]) : null;
    const id = await addOffering(context, { name, type, location, startDate, endDate });
    offered.push({ id, from: startDate ?? '0000-01-01', to: endDate ?? '9999-12-31' });
  }
  return offered;
}

async function addPeople(
  context: Context,
  centerIds: string[],
  password: string | undefined,
): Promise<Account[]> {
  const passwordHash = await hashPassword({}, password ?? newToken());
  const people: Account[] = [];
  const others = words.employees.map((person, place) => ({
    ...person,
    email: `staff${place + 1}@pitlane.test`,
  }));
  for (const { name, email, level, centers } of [...words.signIns, ...others]) {
    const serviceCenters = centers.map((place) => centerIds[place]).filter((id) => id !== undefined);
    const id = await addEmployee(context, { name, email, passwordHash, level, serviceCenters });
    if (!id) throw new Error('a sample employee has an account already');
    people.push(await getAccount(context, id));
  }
  return people;
}

type Setting = {
  reasons: readonly string[];
  inside: Context;
  dealer: DealerRules;
  now: Date;
  today: string;
  centerIds: string[];
  offered: Offered[];
  people: Account[];
};

/** In the order of time. Contacts are drawn apart, so that they change nothing else. */
function planLeads(random: Random, setting: Setting): SampleEvent<PlannedLead>[] {
  const contacts = randomFrom(20_262);
  const { dealer, now, today, centerIds, people, reasons } = setting;
  const customers: SampleCustomer[] = [];
  const overseer = people.find((person) => isManagement(person.level));
  const entry = people.filter((person) => person.level === 'dataEntry');
  const recorders = (centerId: string) => [...entry, ...workersOf(people, centerId)];
  const events: SampleEvent<PlannedLead>[] = [];

  for (const enteredOn of planEntryDays(random, today, daysBack, leadCount)) {
    const at = momentOn(random, dealer, enteredOn, now);
    const centerId = random.pick(centerIds);
    const { customer, isNew } = pickCustomer(random, customers);
    const addresses = isNew ? planAddresses(random) : [];
    const recorder = random.pick(recorders(centerId));
    const offering = random.pick(
      setting.offered.filter(({ from, to }) => from <= enteredOn && enteredOn <= to),
    );
    const wantsDay = random.chance(0.3);
    const body = createLeadBody.parse({
      ...customer,
      serviceCenter: centerId,
      serviceOrCampaign: offering.id,
      platform: random.pick(platforms),
      notes: random.chance(0.6) ? random.pick(words.notes) : null,
      appointmentDate: wantsDay ? addDays(enteredOn, random.between(1, 9)) : null,
      appointmentTime: wantsDay ? random.pick(['10:00', '11:30', '15:00', '16:30']) : null,
    });
    const lead = { id: '', version: 0 };
    const advisor = contacts.pick(workersOf(people, centerId));
    const log = (at: Date, contact: () => LogContactBody) => {
      const run = async () => {
        const logged = await logContact(actingAs(setting, advisor, at), lead.id, contact());
        lead.version = logged.lead.version;
      };
      events.push({ at, of: lead, kind: 'contact', run });
    };
    const plan = (tries: readonly PlannedTry[]) => {
      for (const { at, body } of tries) log(at, () => body);
    };
    events.push({
      at,
      of: lead,
      kind: 'entry',
      run: async () => {
        const { _id, version } = await createLead(actingAs(setting, recorder, at), body);
        Object.assign(lead, { id: _id, version });
      },
      after: async () => {
        if (!overseer || addresses.length === 0) return;
        const acting = actingAs(setting, overseer, at);
        const { customer } = await getLead(acting, lead.id);
        if (customer) for (const address of addresses) await addAddress(acting, customer, address);
      },
    });
    let last = at;
    let status: LeadStatus = 'pending';
    for (const { day, change } of planLife({ random, reasons }, enteredOn, today)) {
      const moment = momentOn(random, dealer, day, now, last);
      if (!moment) break;
      const worker = random.pick(workersOf(people, centerId));
      const isLogged = day >= addDays(today, -contactDays);
      const isContact = isLogged && contacts.chance(contactShare);
      if (isLogged && contacts.chance(0.35)) plan(planTries(contacts, { dealer, from: last, until: moment }));
      const reached = reachedBody(contacts);
      last = moment;
      status = change.status ?? status;
      const move = async () => {
        lead.version = (await moveLead(actingAs(setting, worker, moment), lead.id, change)).version;
      };
      if (isContact) log(moment, () => ({ ...reached, move: change, version: lead.version }));
      else events.push({ at: moment, of: lead, kind: 'change', run: move });
    }
    const isOpen = status === 'potential' || status === 'booked';
    if (isOpen && contacts.chance(0.8)) {
      const at = last;
      const run = async () => void (await takeLead(actingAs(setting, advisor, at), lead.id));
      events.push({ at, of: lead, kind: 'change', run });
    }
    plan(planLatestTries(contacts, { dealer, from: last, until: now, status }));
  }
  return events.sort((one, other) => one.at.getTime() - other.at.getTime());
}

function workersOf(people: readonly Account[], centerId: string): Account[] {
  return people.filter((person) => person.serviceCenter.some((center) => center._id === centerId));
}

function actingAs({ inside, dealer }: Setting, actor: Account, at: Date): ActorContext {
  return { ...inside, clock: clockAt(at), dealer, actor };
}
