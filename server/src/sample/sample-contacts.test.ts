import { expect, test } from 'vitest';
import { logContactBody } from '#contract/contacts.ts';
import { randomFrom } from './random.ts';
import { type PlannedTry, planLatestTries, planTries } from './sample-contacts.ts';

const dealer = { timeZone: 'Asia/Dhaka', phoneCountry: 'BD', serviceMayCorrect: false };
const from = new Date('2026-03-08T12:59:00Z');
const until = new Date('2026-03-10T06:00:00Z');
const random = randomFrom(1);
const draw = (plan: () => PlannedTry[]) => Array.from({ length: 200 }, plan);

test('attempts are calls that the server takes, in working hours, oldest first', () => {
  for (const tries of draw(() => planTries(random, { dealer, from, until }))) {
    const moments = tries.map(({ at }) => at.getTime());
    expect(moments).toEqual(moments.toSorted((one, other) => one - other));
    for (const { at, body } of tries) {
      expect(logContactBody.safeParse(body).success).toBe(true);
      const hour = (at.getUTCHours() + 6) % 24;
      expect(from < at && at < until && hour >= 9 && hour < 19, at.toISOString()).toBe(true);
    }
  }
});

test('of open leads some are to be tried again later, some by now, and many stay untouched', () => {
  const drawn = draw(() => planLatestTries(random, { dealer, from, until, status: 'pending' }));
  expect(drawn.filter((tries) => tries.length === 0).length).toBeGreaterThan(80);
  const again = drawn.flatMap((tries) => {
    const { at, body } = tries.at(-1) ?? {};
    if (at) expect(Date.parse(String(body?.tryAgainAt))).toBeGreaterThan(at.getTime());
    return at ? [new Date(String(body?.tryAgainAt)) <= until] : [];
  });
  expect(new Set(again)).toEqual(new Set([true, false]));
  for (const status of ['completed', 'lostCustomer'] as const)
    expect(draw(() => planLatestTries(random, { dealer, from, until, status })).flat()).toEqual([]);
});
