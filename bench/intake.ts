import { setTimeout as wait } from 'node:timers/promises';
import { Connection } from './connection.ts';
import { type BenchDealer, openBenchDealer } from './dealer.ts';
import { type Facts, readFacts } from './facts.ts';
import { openStream } from './live.ts';
import { measureUsers, percentile, type Scenario } from './load.ts';
import { listScenarios } from './scenarios.ts';
import { listWriteScenarios } from './writes.ts';

const seconds = 15;
const flood = 500;
const trickle = 10;
const senders = 50;

/** Measures enquiries from outside: how soon browsers hear of one, and a flood. @returns false if something was lost or wrong. */
export async function measureIntake(leads: number): Promise<boolean> {
  const dealer = await openBenchDealer(leads);
  try {
    const facts = await readFacts(dealer.pool);
    const delivery = listWriteScenarios(facts).find(({ name }) => name === 'delivery from outside');
    if (!delivery) throw new Error('There is no delivery');
    const areHeard = await measureHeard(dealer, delivery);
    return (await measureFlood(dealer, facts, delivery)) && areHeard;
  } finally {
    await dealer.close();
  }
}

async function measureHeard({ pitlane }: BenchDealer, delivery: Scenario): Promise<boolean> {
  const heard: number[] = [];
  const stream = await openStream(pitlane);
  stream.on('data', (text: string) => {
    const leads = text.split('event: lead\n').length - 1;
    for (let lead = 0; lead < leads; lead++) heard.push(performance.now());
  });
  const sent: number[] = [];
  const connection = new Connection(pitlane.port);
  const began = performance.now();
  for (let turn = 0; turn < trickle * seconds; turn++) {
    await wait(Math.max(0, began + (turn * 1_000) / trickle - performance.now()));
    sent.push(performance.now());
    await connection.ask(delivery.ask(turn));
  }
  await wait(5_000);
  connection.close();
  stream.destroy();
  const times = heard.map((at, place) => at - (sent[place] ?? at)).sort((one, other) => one - other);
  console.log(
    `${trickle} deliveries a second: heard of ${heard.length} of ${sent.length} leads, from the POST p50 ${percentile(times, 0.5).toFixed(0)} ms, p99 ${percentile(times, 0.99).toFixed(0)} ms`,
  );
  return heard.length === sent.length;
}

async function measureFlood(
  { pool, pitlane }: BenchDealer,
  facts: Facts,
  delivery: Scenario,
): Promise<boolean> {
  const lists = listScenarios(facts).filter(({ name }) => ['list of one status', 'search'].includes(name));
  let wrong = 0;
  const quiet: number[] = [];
  for (const list of lists) {
    const users = await measureUsers(list, pitlane, seconds);
    quiet.push(users.p99);
    wrong += users.wrong + users.refused;
  }
  let accepted = 0;
  let sent = 0;
  let isOver = false;
  const send = async (place: number) => {
    const connection = new Connection(pitlane.port);
    const pause = (senders * 1_000) / flood;
    for (let at = performance.now() + (pause * place) / senders; !isOver; at += pause) {
      await wait(Math.max(0, at - performance.now()));
      const { status } = await connection.ask(delivery.ask(1_000_000 + sent++));
      if (status === 200) accepted++;
    }
    connection.close();
  };
  const began = performance.now();
  const sending = Promise.all(Array.from({ length: senders }, (_, place) => send(place)));
  const beside: string[] = [];
  for (const [place, list] of lists.entries()) {
    const users = await measureUsers(list, pitlane, seconds);
    wrong += users.wrong + users.refused;
    const times = users.p99 / (quiet[place] ?? 0);
    beside.push(
      `${list.name} of 50 users p99 ${users.p99.toFixed(0)} ms, ${times.toFixed(1)} times as long as without`,
    );
  }
  isOver = true;
  await sending;
  const rate = accepted / ((performance.now() - began) / 1_000);
  const { rows } = await pool.query(
    "select count(*)::int as waiting from deliveries where state = 'waiting'",
  );
  console.log(
    `${rate.toFixed(0)} deliveries a second accepted, ${sent - accepted} refused; at the end ${rows[0].waiting} of ${accepted} still wait; ${beside.join('; ')}`,
  );
  return sent === accepted && wrong === 0;
}
