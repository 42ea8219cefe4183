import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerMessageKinds } from '#contract/customer-messages/customer-message.ts';
import { editSmsGateway } from '#contract/customer-messages/message-settings.ts';
import * as leads from '#contract/leads/leads.ts';
import { addDays } from '#contract/text/dates.ts';
import { formatAppointment } from '#server/lib/appointment-text.ts';
import { openSealing } from '#server/lib/sealing.ts';
import { gatewayOf } from '#server/testing/message-calls.ts';
import { MessagingDealer } from '#server/testing/messaging-dealer.ts';
import { openStandInGateway } from '#server/testing/stand-in-gateway.ts';
import { TestApp } from '#server/testing/test-app.ts';
import { findDueMessageIds, findLeadIdOfMessage } from './customer-messages.db.ts';
import { decideMessage } from './decide-message.service.ts';
import { sendSms } from './deliver-message.service.ts';
import { processMessageChecks } from './plan-messages.service.ts';

const minute = 60_000;
const numRuns = 30;
const days = ['2026-03-13', '2026-03-14'];
const times = ['09:30', null];
const people = 2;

let app: TestApp;
let gateway: Awaited<ReturnType<typeof openStandInGateway>>;
let dealer: MessagingDealer;

beforeAll(async () => {
  gateway = await openStandInGateway();
  app = await TestApp.open();
  dealer = await MessagingDealer.open(app);
});
afterAll(async () => {
  await app.close();
  await gateway.close();
});

/** `person`: whose booking it is. `tell`: what settles is sent. */
type Change = {
  does: 'book' | 'cancel' | 'lose' | 'archive' | 'unarchive' | 'complete';
  person: number;
  day: number;
  time: number;
};
type Step =
  | Change
  | { does: 'pass'; minutes: number }
  | { does: 'tell' | 'work' | 'loseAnswer' | 'rest' | 'killBeforeCall' | 'killAfterCall' };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({
      does: fc.constantFrom<Change['does'][]>(
        ...([
          'book',
          'book',
          'book',
          'cancel',
          'cancel',
          'lose',
          'archive',
          'unarchive',
          'complete',
        ] as const),
      ),
      ...{ person: fc.nat(people - 1), day: fc.nat(days.length - 1), time: fc.nat(times.length - 1) },
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('pass' as const),
      // A clock may also be set back.
      minutes: fc.constantFrom(-30, -1, 1, 30, 240, 720, 1_440),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      does: fc.constantFrom(
        ...([
          'tell',
          'tell',
          'tell',
          'work',
          'loseAnswer',
          'rest',
          'killBeforeCall',
          'killAfterCall',
        ] as const),
      ),
    }),
  },
);

const of = (does: Change['does'], person: number): Step => ({ does, person, day: 1, time: 0 });
const tells: Step = { does: 'tell' };
const wait = (minutes: number): Step => ({ does: 'pass', minutes });

/** Steps by which a customer hears of each kind, and processes die. */
const everyKind: Step[] = [
  ...[tells, wait(1_440), wait(1_440), wait(240), tells],
  ...[of('book', 1), tells, of('cancel', 1), tells, of('complete', 0)],
  ...[
    of('book', 1),
    { does: 'killBeforeCall' } as const,
    of('cancel', 1),
    { does: 'killAfterCall' } as const,
  ],
];

type Got = { lead: string; word: string; place: string };
type LeadNow = {
  id: string;
  status: string;
  is_active: boolean;
  appointment_date: string | null;
  appointment_time: string | null;
};

function readText(text: string): { word: string; place: string } {
  const [word = '', place = ''] = text.replace(/\.$/, '').split(': ');
  return { word, place };
}

const readLead = async (phone: string): Promise<LeadNow | undefined> =>
  (
    await app.pool.query<LeadNow>(
      'select id, status, is_active, appointment_date::text, appointment_time from leads where phone = $1',
      [phone],
    )
  ).rows[0];
const placeOf = ({ appointment_date: date, appointment_time: time }: LeadNow) =>
  date === null ? '' : formatAppointment('en', date, time).replaceAll('\u202f', ' ');
const timeInDhaka = () => new Date(app.clock.now().getTime() + 6 * 60 * minute).toISOString().slice(11, 16);

test('any sequence of bookings, moves, cancellations, lost answers, kills and clock steps tells each person what was true, once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), (steps) => tryOut(steps)),
    { numRuns, endOnFailure: true, examples: [[everyKind]] },
  );
  const kinds = ['bookingCancelled', 'bookingConfirmed', 'bookingMoved', 'dayBefore', 'thankYou'];
  expect([...heard].sort()).toEqual(kinds);
  expect([...died].sort()).toEqual(['after', 'before']);
});

/** The kinds of which somebody heard in any run, and when a process died. */
const heard = new Set<string>();
const died = new Set<string>();

async function tryOut(steps: readonly Step[]): Promise<void> {
  await dealer.reset();
  const gotten: Got[] = [];
  const faults: string[] = [];
  let isLosing = false;
  let isResting = false;
  gateway.answerWith(async (response, { body }) => {
    const { to, text } = JSON.parse(body);
    if (isResting) {
      response.writeHead(503).end();
      return;
    }
    const lead = await readLead(to);
    const { word, place } = readText(String(text));
    if (lead) gotten.push({ lead: lead.id, word, place });
    heard.add(word);
    faults.push(...(lead ? listFaults(lead, word, place) : [`nobody has ${to}`]));
    if (isLosing) response.destroy();
    else response.end('ACCEPTED');
    isLosing = false;
  });
  await dealer.switchOn(customerMessageKinds, { perPerson: 20 }, (kinds) => {
    for (const kind of customerMessageKinds)
      kinds[kind].texts = [{ language: 'en', text: `${kind}: {appointment}.`, template: null }];
  });
  const body = { gateway: { ...gatewayOf(gateway.url), numberFormat: 'domestic' as const } };
  await app.call(editSmsGateway, { token: dealer.token, body });
  const switchedOn = app.clock.now().getTime();
  await pass(60);
  const booked = [];
  for (let made = 0; made < people; made++) booked.push(await dealer.book('2026-03-13'));

  for (const each of steps) {
    // What is booked before its kind was switched on, by the clock, is confirmed to nobody.
    if (each.does === 'pass')
      await pass(Math.max(each.minutes, (switchedOn - app.clock.now().getTime()) / minute));
    else if (each.does === 'work') await workTwice();
    else if (each.does === 'tell') await tell();
    else if (each.does === 'loseAnswer') isLosing = true;
    else if (each.does === 'rest') isResting = !isResting;
    else if (each.does === 'killBeforeCall' || each.does === 'killAfterCall') {
      const asked = await dieWhileSending(each.does === 'killAfterCall');
      // Nobody can know that the customer has not got it.
      if (asked && (each.does === 'killBeforeCall' || isResting))
        gotten.push({ lead: asked.lead, ...readText(asked.text) });
    } else if ('person' in each) await change(booked[each.person]?._id ?? '', each);
  }
  isResting = false;
  isLosing = false;
  const end = app.clock.now();
  await workTwice();
  // Mornings, evenings and the pause of the gateway: all that waits has its turn.
  for (let turn = 0; turn < 3; turn++) {
    await pass(60);
    await workTwice();
    await pass(11 * 60);
    await workTwice();
  }
  expect(faults).toEqual([]);
  for (const { phone } of booked) await expectToldInTime(phone.replace('+88', ''), gotten, end);
}

function listFaults(lead: LeadNow, word: string, place: string): string[] {
  const isStanding = lead.is_active && lead.status === 'booked' && placeOf(lead) === place;
  const isTrue: Record<string, boolean> = {
    ...{ bookingConfirmed: isStanding, bookingMoved: isStanding, dayBefore: isStanding },
    bookingCancelled: lead.is_active && ['pending', 'potential'].includes(lead.status),
    thankYou: lead.is_active && lead.status === 'completed',
  };
  const time = timeInDhaka();
  return [
    ...(isTrue[word] ? [] : [`${word} ${place} was not true of ${JSON.stringify(lead)}`]),
    ...(time >= '20:00' || time < '09:00' ? [`${word} at ${time}`] : []),
  ];
}

/** Customers hear of each place once, unless they heard of another one or of a cancellation in between; a place that is far enough away is told. */
async function expectToldInTime(phone: string, gotten: readonly Got[], end: Date): Promise<void> {
  const lead = await readLead(phone);
  if (!lead) throw new Error(`nobody has ${phone}`);
  const own = gotten.filter((each) => each.lead === lead.id);
  const places = own.filter(({ word }) => word.startsWith('booking'));
  const repeated = places.filter(
    (each, at) => at > 0 && JSON.stringify(places[at - 1]) === JSON.stringify(each),
  );
  expect(repeated).toEqual([]);
  const same = places.filter(
    ({ place, word }, at) =>
      at > 0 &&
      word !== 'bookingCancelled' &&
      places[at - 1]?.place === place &&
      places[at - 1]?.word !== 'bookingCancelled',
  );
  expect(same).toEqual([]);
  for (const kind of ['dayBefore', 'thankYou'])
    for (const { place } of own.filter(({ word }) => word === kind))
      expect(own.filter((each) => each.word === kind && each.place === place).length).toBeLessThan(3);
  const today = new Date(end.getTime() + 6 * 60 * minute).toISOString().slice(0, 10);
  const isFar = lead.appointment_date !== null && lead.appointment_date >= addDays(today, 2);
  if (lead.is_active && lead.status === 'booked' && isFar)
    expect(places.at(-1)).toMatchObject({ place: placeOf(lead) });
}

async function change(id: string, each: Change): Promise<void> {
  const today = new Date(app.clock.now().getTime() + 6 * 60 * minute).toISOString().slice(0, 10);
  const send = (body: object) => app.call(leads.moveLead, { token: dealer.token, params: { id }, body });
  if (each.does === 'book') {
    const [appointmentDate, appointmentTime] = [days[each.day], times[each.time] ?? null];
    await send({ status: 'booked', appointmentDate, appointmentTime });
  } else if (each.does === 'cancel')
    await send({ status: 'potential', nextFollowUpDates: [addDays(today, 3)] });
  else if (each.does === 'lose') await send({ status: 'lostCustomer', lostReason: 'Too far' });
  else if (each.does === 'complete') await send({ status: 'completed', jobId: 'JOB-1' });
  else {
    const body = { isActive: each.does === 'unarchive' };
    await app.call(leads.archiveLead, { token: dealer.token, params: { id }, body });
  }
}

async function pass(minutes: number): Promise<void> {
  app.clock.set(new Date(app.clock.now().getTime() + minutes * minute));
  await dealer.signIn();
}

/** Has the process die that sends the next message, right before or after it called the gateway: nobody stores what came of it. */
async function dieWhileSending(hasCalled: boolean): Promise<{ lead: string; text: string } | undefined> {
  await pass(2);
  await processMessageChecks(app.context);
  const [due] = await findDueMessageIds(app.context.db, app.clock.now(), 1);
  const lead = due && (await findLeadIdOfMessage(app.context.db, due));
  const asked = due && (await decideMessage(app.context, due));
  if (!lead || !asked) return undefined;
  died.add(hasCalled ? 'after' : 'before');
  if (hasCalled)
    await sendSms(
      app.context,
      { sealing: openSealing('a key of the tests, long enough for all'), isLocalAllowed: true },
      asked,
    );
  return { lead, text: asked.text };
}

/** Lets what was changed settle, and the jobs look. */
async function tell(): Promise<void> {
  await pass(2);
  await workTwice();
}

/** Lets the jobs of two processes look at once. */
async function workTwice(): Promise<void> {
  const look = () => app.app.customerMessages.sendDue();
  await processMessageChecks(app.context);
  await Promise.all([look(), look(), processMessageChecks(app.context)]);
}
