import { setTimeout as wait } from 'node:timers/promises';
import { editWorkingHours } from '#contract/working-hours.ts';
import { ask } from './calls.ts';
import { Connection } from './connection.ts';
import { type BenchDealer, openBenchDealer } from './dealer.ts';
import { readFacts } from './facts.ts';
import { measureUsers } from './load.ts';
import { listScenarios } from './scenarios.ts';

const seconds = 5;
const lists = ['list of one status', 'whom to call first'];

/**
 * Measures a change of hours: how long its job takes for all enquiries that nobody has answered, and how long lists wait meanwhile.
 *
 * @param folder of a kept database, whose target is 60 minutes afterwards.
 * @returns false if a reply was wrong.
 */
export async function measureHours(leads: number, folder?: string): Promise<boolean> {
  const dealer = await openBenchDealer(leads, folder);
  try {
    const { pool, pitlane } = dealer;
    const asked = listScenarios(await readFacts(pool)).filter(({ name }) => lists.includes(name));
    const { rows } = await pool.query("select count(*)::int as waiting from leads where due_kind = 'new'");
    const alone = await retime(dealer, 45);
    console.log(`${rows[0].waiting} enquiries timed anew in ${alone.toFixed(1)} s`);
    let wrong = 0;
    for (const list of asked) {
      const quiet = await measureUsers(list, pitlane, seconds);
      const [took, beside] = await Promise.all([
        retime(dealer, list === asked[0] ? 75 : 60),
        measureUsers(list, pitlane, seconds),
      ]);
      wrong += quiet.wrong + quiet.refused + beside.wrong + beside.refused;
      console.log(
        `beside ${list.name} of 50 users in ${took.toFixed(1)} s: p99 ${beside.p99.toFixed(0)} ms, else ${quiet.p99.toFixed(0)} ms`,
      );
    }
    return wrong === 0;
  } finally {
    await dealer.close();
  }
}

async function retime({ pool, pitlane }: BenchDealer, minutes: number): Promise<number> {
  const connection = new Connection(pitlane.port, pitlane.token);
  const targets = { default: minutes, facebook: null, whatsapp: null, website: null };
  const began = performance.now();
  const { status } = await connection.ask(ask(editWorkingHours, { body: { targets } }));
  connection.close();
  if (status !== 200) throw new Error(`A change of hours was answered with ${status}`);
  for (;;) {
    const { rows } = await pool.query(
      "select count(*)::int as jobs from jobs where kind = 'responseDue' and run_at <= now()",
    );
    if (rows[0].jobs === 0) return (performance.now() - began) / 1_000;
    await wait(100);
  }
}
