import { setTimeout as wait } from 'node:timers/promises';
import type { Endpoint } from '#contract/call/endpoint.ts';
import { customerMessageKinds } from '#contract/customer-messages/customer-message.ts';
import {
  editMessageSettings,
  editSmsGateway,
  getMessageSettings,
  messageSettings,
} from '#contract/customer-messages/message-settings.ts';
import { moveLead } from '#contract/leads/leads.ts';
import { clockInTimeZone } from '#contract/text/dates.ts';
import { gatewayOf } from '#server/testing/message-calls.ts';
import { openStandInGateway } from '#server/testing/stand-in-gateway.ts';
import { ask } from './calls.ts';
import { Connection } from './connection.ts';
import { type BenchDealer, openBenchDealer, type Server } from './dealer.ts';
import { readFacts } from './facts.ts';
import { readReply } from './load.ts';

const reminders = 1_000;
const timeZone = 'Asia/Dhaka';
const minute = 60_000;
const patience = 10 * minute;

/** Measures how soon reminders are planned, and how many a second are sent through a gateway that answers at once. */
export async function measureMessages(leads: number): Promise<boolean> {
  const gateway = await openStandInGateway();
  const dealer = await openBenchDealer(leads, undefined, { SMS_LOCAL_GATEWAY: 'allow' });
  const times: number[] = [];
  gateway.answerWith((response) => {
    times.push(performance.now());
    response.end('{}');
  });
  try {
    const { pending, tomorrow } = await readFacts(dealer.pool);
    await book(dealer.pitlane, pending.slice(0, reminders), tomorrow);
    const began = performance.now();
    await remind(dealer.pitlane, gateway.url);
    await untilNone(dealer, 'select from message_checks limit 1');
    const planned = (performance.now() - began) / 1_000;
    await untilNone(
      dealer,
      `select from customer_messages where state in ('waiting', 'asked') and due_at < now() + interval '1 hour' limit 1`,
    );
    return await report(dealer, times, planned);
  } finally {
    await dealer.close();
    await gateway.close();
  }
}

async function book(pitlane: Server, leads: readonly string[], appointmentDate: string): Promise<void> {
  const body = { status: 'booked', appointmentDate, appointmentTime: '10:30', overbook: true };
  for (const id of leads) await change(pitlane, moveLead, { params: { id }, body });
}

/** Switches reminders on, which go out in the next minute. */
async function remind(pitlane: Server, url: string): Promise<void> {
  await change(pitlane, editSmsGateway, { body: { gateway: gatewayOf(url) } });
  const { kinds } = messageSettings.parse(await change(pitlane, getMessageSettings, {}));
  for (const kind of customerMessageKinds) kinds[kind].isOn = kind === 'dayBefore';
  const dayBeforeAt = clockInTimeZone(timeZone, new Date(Date.now() + minute)).slice(11, 16);
  const limits = { perDay: 100_000, perPerson: 20, quietFrom: '00:00', quietTo: '00:00' };
  await change(pitlane, editMessageSettings, { body: { kinds, dayBeforeAt, ...limits } });
}

async function change({ port, token }: Server, endpoint: Endpoint, parts: Parameters<typeof ask>[1]) {
  const connection = new Connection(port, token);
  const answer = await connection.ask(ask(endpoint, parts));
  connection.close();
  const reply = readReply(answer);
  if (answer.status !== 200) throw new Error(`${endpoint.path}: ${JSON.stringify(reply)}`);
  return reply;
}

async function untilNone({ pool }: BenchDealer, text: string): Promise<void> {
  for (const giveUp = performance.now() + patience; (await pool.query(text)).rowCount; await wait(100))
    if (performance.now() > giveUp) throw new Error(`After ten minutes there is still: ${text}`);
}

async function report({ pool }: BenchDealer, times: readonly number[], planned: number): Promise<boolean> {
  const { rows } = await pool.query<{ due: number; sent: number; first: number; last: number }>(`
    select count(*)::int as due, (count(*) filter (where state = 'sent'))::int as sent,
      extract(epoch from min(asked_at) - min(due_at))::float as first, extract(epoch from max(asked_at) - min(due_at))::float as last
    from customer_messages where kind = 'dayBefore' and due_at <= now()`);
  const { due = 0, sent = 0, first = 0, last = 0 } = rows[0] ?? {};
  const rate = (times.length - 1) / (((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1_000);
  console.log(
    `${due} reminders due at once, planned within ${planned.toFixed(1)} s: ${rate.toFixed(0)} a second by SMS, the first ${first.toFixed(1)} s and the last ${last.toFixed(1)} s after they were due; ${sent} were sent, by ${times.length} calls`,
  );
  return due >= reminders && sent === due && times.length === due;
}
