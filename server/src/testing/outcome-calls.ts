import { setBookingOutcome } from '#contract/bookings/booking-outcomes.ts';
import { createLead, moveLead } from '#contract/leads/leads.ts';
import { dateInTimeZone } from '#contract/text/dates.ts';
import { type TestApp, testRules } from './test-app.ts';

type Scene = { app: TestApp; boss: { token: string }; center: string };

let made = 0;

export const outcomeCalls = {
  'PATCH /serviceCenter/bookings/outcome/:id': async (scene: Scene) => ({
    params: { id: await bookDue(scene) },
    body: { outcome: 'arrived' },
  }),
  'PATCH /serviceCenter/bookings/ready/:id': async (scene: Scene) => {
    const params = { id: await bookDue(scene) };
    const { token } = scene.boss;
    await scene.app.call(setBookingOutcome, { token, params, body: { outcome: 'arrived' } });
    return { params, body: { isReady: true } };
  },
};

async function bookDue({ app, boss: { token }, center }: Scene): Promise<string> {
  const body = { name: 'Booked', phone: `0163${String(++made).padStart(7, '0')}`, serviceCenter: center };
  const { _id: id } = (await app.call(createLead, { token, body })).data;
  const appointmentDate = dateInTimeZone(testRules.timeZone, app.clock.now());
  await app.call(moveLead, { token, params: { id }, body: { status: 'booked', appointmentDate } });
  return id;
}
