import { expect, test } from 'vitest';
import { addPlaceChoice, askForPlace, type PlaceChoice } from './place-question.ts';

const bodyWith = (body: object, choice: PlaceChoice) => addPlaceChoice({ body }, choice).body;

test('a choice goes where a call says what changes of the lead, and nothing else of the call is lost', () => {
  const place = { appointmentDate: '2026-11-30', appointmentTime: '09:30' };
  const move = { status: 'booked', appointmentDate: '2026-11-29', appointmentTime: '10:00' };
  expect(bodyWith({ ...move, version: 3 }, { overbook: true })).toEqual({
    ...move,
    version: 3,
    overbook: true,
  });
  expect(bodyWith({ ...move, version: 3 }, place)).toEqual({ status: 'booked', version: 3, ...place });
  expect(bodyWith({ channel: 'call', move, version: 3 }, place)).toEqual({
    channel: 'call',
    move: { status: 'booked', ...place },
    version: 3,
  });
});

test('a second question answers the first one with nothing', async () => {
  const first = askForPlace(1);
  void askForPlace(2);
  expect(await first).toBeUndefined();
});
