import { allFirstSteps } from '#contract/first-steps.ts';
import { createLeadBody } from '#contract/leads/leads.ts';
import type { Account } from '#contract/people.ts';
import { addDays, dateInTimeZone, instantInTimeZone } from '#contract/text/dates.ts';
import type { WorkingHours } from '#contract/working-hours.ts';
import { hashPassword } from '#server/auth/passwords.service.ts';
import { setBookingOutcome } from '#server/bookings/bookings-outcomes.service.ts';
import { startBulkChange } from '#server/bulk/bulk.service.ts';
import { logContact } from '#server/contacts/contacts.service.ts';
import type { ActorContext, Context, DealerRules } from '#server/context.ts';
import { addCustomerAddress } from '#server/customers/addresses.service.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { createDealer } from '#server/dealer/dealer.service.ts';
import { dismissSteps } from '#server/dealer/dealer-rules.service.ts';
import { listLostReasons } from '#server/dealer/lost-reasons.service.ts';
import { editMessageTexts } from '#server/dealer/message-texts.service.ts';
import { setAwayUntil } from '#server/employees/absences.service.ts';
import { addEmployee, getAccount } from '#server/employees/employees.service.ts';
import { takeLead } from '#server/leads/record/advisors.service.ts';
import { createLead } from '#server/leads/record/create-leads.service.ts';
import { moveLead } from '#server/leads/record/edit-leads.service.ts';
import { getLead } from '#server/leads/record/get-lead.service.ts';
import { createFixedClock } from '#server/lib/clock.ts';
import { newToken } from '#server/lib/ids.ts';
import { addOffering } from '#server/offerings/offerings.service.ts';
import { addServiceCenter } from '#server/service-centers/service-centers.service.ts';
import { editWorkingHours, getWorkingHours } from '#server/working-hours/working-hours.service.ts';
import { createRandom, type Random } from './random.ts';
import { bookTwoWeeks, setCapacities } from './sample-bookings.ts';
import { pickCustomer, planAddresses, type SampleCustomer } from './sample-customers.ts';
import { planEntries } from './sample-days.ts';
import { analyzeTables, findOldestUnassignedLeadIds } from './sample-dealer.db.ts';
import { eventKinds, type SampleEvent, splitIntoTurns } from './sample-events.ts';
import { planSampleHours } from './sample-hours.ts';
import { importOldList } from './sample-import.ts';
import { mergeSampleDuplicates } from './sample-merges.ts';
import { addSampleMessages } from './sample-messages.ts';
import { planLeadHistory } from './sample-plan.ts';
import { planDuplicateEntries } from './sample-twins.ts';
import * as words from './sample-words.ts';

/** The password of every account of the demo. */
export const demoPassword = 'pitlane-demo';

// The longest comparison is of 90 days against those before.
const daysBack = 190;
const leadCount = 2_700;

const awayDays = 7;

const importedAgo = 2 * 86_400_000;

const togetherCount = 300;

const regularOfferings = 12;

type Offered = { id: string; from: string; to: string; perDay: number | null };
type PlannedLead = { id: string; version: number };

/** Sets up the dealer of the demo with its sample data, in one transaction. @param progress hears which share is done, from 0 to 1. */
export function loadDemoDealer(context: Context, progress: (done: number) => void): Promise<void> {
  return inTransaction(context, async (inside) => {
    const rules = {
      timeZone: 'Asia/Dhaka',
      phoneCountry: 'BD',
      serviceMayCorrect: false,
      serviceMayMerge: false,
      serviceMayOverbook: false,
    };
    await createDealer(inside, { ...rules, name: 'Meghna Motors', logo: null });
    await loadSampleDealer(inside, rules, { demoPassword, progress });
  });
}

/**
 * Stores sample data for a dealer: 6 centers with their hours and how many cars they take, 30 offerings, 24 employees, 2,700 leads of
 * the last 190 days with histories, contacts and some customers' addresses, and cars booked for today and the coming two weeks, through the
 * API's services. Dated so that there is a day's work whenever it is loaded; the same on every run at one time.
 *
 * @param options.firstCenterId a center to use as the first one; without `demoPassword` nobody knows the employees' passwords.
 */
export async function loadSampleDealer(
  context: Context,
  dealer: DealerRules,
  options: { firstCenterId?: string; demoPassword?: string; progress?: (done: number) => void } = {},
): Promise<void> {
  const random = createRandom(20_261);
  const now = context.clock.now();
  const today = dateInTimeZone(dealer.timeZone, now);
  const inside = {
    ...context,
    clock: createFixedClock(instantInTimeZone(dealer.timeZone, addDays(today, -daysBack), '00:00')),
  };

  const centerIds = await addCenters(inside, options.firstCenterId);
  const offered = await addOfferings(inside, today);
  const people = await addPeople(inside, centerIds, options.demoPassword);
  const overseer = people.find((person) => person.level === 'superAdmin');
  if (!overseer) throw new Error('the sample dealer has nobody to set it up');
  const asOverseer = { ...inside, dealer, actor: overseer };
  if (options.demoPassword) {
    await editMessageTexts(asOverseer, { texts: [...words.messageTexts] });
    // Its data are thrown away: nobody needs to be told that there is no backup.
    await dismissSteps(asOverseer, allFirstSteps);
  }
  const reasons = [...(await listLostReasons(inside)).map(({ en }) => en), words.freeLostReason];
  const hours = await setHours(asOverseer, centerIds, today);
  // The process keeps others until this is committed.
  const cache = { ...inside.cache, hours: async () => hours };
  const setting = {
    ...{ reasons, inside: { ...inside, cache }, dealer, now, hours },
    ...{ centerIds, offered, people, overseer },
  };
  const events = planLeads(random, setting);
  let done = 0;
  for (const together of splitIntoTurns(events, togetherCount)) {
    for (const kind of eventKinds)
      await Promise.all(together.map((event) => event.kind === kind && event.run()));
    for (const { after } of together) await after?.();
    done += together.length;
    options.progress?.(done / events.length);
  }
  const acting = actingAs(setting, overseer, now);
  await bookTwoWeeks(acting, {
    ...{ now, hours, centerIds, offeringIds: offered.slice(0, regularOfferings).map(({ id }) => id) },
    actAt: (center, at) => actingAs(setting, getAdvisor(people, center), at),
  });
  await setCapacities(acting, { centerIds, offered });
  if (options.demoPassword) {
    await mergeSampleDuplicates(acting);
    await assignOldest(acting, people);
    const manager = people.find(({ level }) => level === 'manager') ?? overseer;
    const importedAt = new Date(now.getTime() - importedAgo);
    await importOldList(actingAs(setting, manager, importedAt), daysBack);
    await addSampleMessages(acting, now);
  }
  await analyzeTables(context.db);
}

function getAdvisor(people: readonly Account[], center: string): Account {
  const advisor = people.find(({ serviceCenter }) => serviceCenter.some(({ _id }) => _id === center));
  if (!advisor) throw new RangeError('Nobody works at a center');
  return advisor;
}

async function assignOldest(context: ActorContext, people: readonly Account[]): Promise<void> {
  const advisor = people.findLast(({ level }) => level === 'service');
  const leads = await findOldestUnassignedLeadIds(context.db, 12);
  if (!advisor || leads.length === 0) return;
  await startBulkChange(context, { action: 'assign', value: advisor._id, leads });
  const today = dateInTimeZone(context.dealer.timeZone, context.clock.now());
  await setAwayUntil(context, advisor._id, addDays(today, awayDays));
}

async function addCenters(context: Context, firstCenterId: string | undefined): Promise<string[]> {
  const ids: string[] = [];
  for (const center of words.centers) {
    const standsIn = ids.length === 0 ? firstCenterId : undefined;
    ids.push(standsIn ?? (await addServiceCenter(context, center)));
  }
  return ids;
}

async function setHours(
  context: ActorContext,
  centerIds: readonly string[],
  today: string,
): Promise<WorkingHours> {
  const { plans, holidays, targets } = planSampleHours(centerIds, addDays(today, -daysBack), today);
  await editWorkingHours(context, { holidays, targets });
  for (const serviceCenter of [null, ...centerIds]) {
    const own = plans.filter((plan) => plan.serviceCenter === serviceCenter);
    const hours = { serviceCenter, plans: own.map(({ validFrom, week }) => ({ validFrom, week })) };
    if (own.length > 0) await editWorkingHours(context, { hours });
  }
  return getWorkingHours(context);
}

async function addOfferings(context: Context, today: string): Promise<Offered[]> {
  const offered: Offered[] = [];
  for (const { name, type, location = null, days, minutes = null, perDay = null } of words.offerings) {
    const startDate = days ? addDays(today, days[0]) : null;
    const endDate = days ? addDays(today, days[1]) : null;
    const offering = { name, type, location, startDate, endDate, bookingMinutes: minutes };
    const id = await addOffering(context, offering);
    offered.push({ id, from: startDate ?? '0000-01-01', to: endDate ?? '9999-12-31', perDay });
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
  hours: WorkingHours;
  centerIds: string[];
  offered: Offered[];
  people: Account[];
  overseer: Account;
};

function planLeads(random: Random, setting: Setting): SampleEvent<PlannedLead>[] {
  const { dealer, now, hours, centerIds, people, overseer, reasons } = setting;
  const { timeZone } = dealer;
  const customers: SampleCustomer[] = [];
  const entry = people.filter((person) => person.level === 'dataEntry');
  const events: SampleEvent<PlannedLead>[] = [];

  const entries = planEntries(random, { timeZone, now, days: daysBack, leads: leadCount });
  const twins = planDuplicateEntries(entries, timeZone, now);
  for (const planned of entries) {
    const { at, platform } = planned;
    const center = centerIds[planned.center];
    if (!center) throw new RangeError('There are fewer centers than planned for');
    const workers = people.filter(({ serviceCenter }) => serviceCenter.some(({ _id }) => _id === center));
    const { customer, isNew } = pickCustomer(random, customers);
    const addresses = isNew ? planAddresses(random) : [];
    const recorder = random.pick([...entry, ...workers]);
    const enteredOn = dateInTimeZone(timeZone, at);
    const offering = random.pick(
      setting.offered.filter(({ from, to }) => from <= enteredOn && enteredOn <= to),
    );
    const wantsDay = random.chance(0.3);
    const body = createLeadBody.parse({
      ...(twins.get(planned) ?? customer),
      serviceCenter: center,
      serviceOrCampaign: offering.id,
      platform,
      notes: random.chance(0.6) ? random.pick(words.notes) : null,
      appointmentDate: wantsDay ? addDays(enteredOn, random.between(1, 9)) : null,
      appointmentTime: wantsDay ? random.pick(['10:00', '11:30', '15:00', '16:30']) : null,
    });
    const lead = { id: '', version: 0 };
    events.push({
      at,
      of: lead,
      kind: 'entry',
      run: async () => {
        const { _id, version } = await createLead(actingAs(setting, recorder, at), body);
        Object.assign(lead, { id: _id, version });
      },
      after: async () => {
        if (addresses.length === 0) return;
        const acting = actingAs(setting, overseer, at);
        const { customer } = await getLead(acting, lead.id);
        if (customer) for (const address of addresses) await addCustomerAddress(acting, customer, address);
      },
    });
    const advisor = random.pick(workers);
    const place = { hours, timeZone, center };
    const acts = planLeadHistory({ random, reasons, place }, planned).filter((act) => act.at < now);
    for (const { at, outcome, said, change } of acts) {
      const worker = random.pick(workers);
      const run = async () => {
        const acting = actingAs(setting, said ? advisor : worker, at);
        if (outcome) await setBookingOutcome(acting, lead.id, { outcome });
        const move = said && change ? { move: change, version: lead.version } : {};
        if (said) lead.version = (await logContact(acting, lead.id, { ...said, ...move })).lead.version;
        else if (change) lead.version = (await moveLead(acting, lead.id, change)).version;
      };
      events.push({ at, of: lead, kind: said ? 'contact' : 'change', run });
    }
    const last = acts.at(-1);
    const status = acts.findLast(({ change }) => change?.status)?.change?.status;
    const isTaken = planned.fate !== 'followUpOfNobody' && random.chance(0.8);
    if (last && isTaken && (status === 'potential' || status === 'booked')) {
      const run = async () => void (await takeLead(actingAs(setting, advisor, last.at), lead.id));
      events.push({ at: last.at, of: lead, kind: 'change', run });
    }
  }
  return events.sort((one, other) => one.at.getTime() - other.at.getTime());
}

function actingAs({ inside, dealer }: Setting, actor: Account, at: Date): ActorContext {
  return { ...inside, clock: createFixedClock(at), dealer, actor };
}
