import { expect, test } from 'vitest';
import { getRequestedSlot } from './requested-slot.ts';

// Half past three in the afternoon in Dhaka.
const now = new Date('2026-12-04T09:30:00.000Z');
const asked = { isDayBooked: false, appointmentDate: '2026-12-04', appointmentTime: '16:30' } as const;
const of = (over: object) => getRequestedSlot({ ...asked, ...over }, now, 'Asia/Dhaka');

test.each([
  [{}, { date: '2026-12-04', time: '16:30' }],
  [{ appointmentTime: null }, { date: '2026-12-04', time: null }],
  [{ appointmentDate: '2027-01-02' }, { date: '2027-01-02', time: '16:30' }],
])('a lead %j can be booked as its customer asked (F132)', (over, slot) => {
  expect(of(over)).toEqual(slot);
});

test.each([
  { appointmentTime: '15:30' },
  { appointmentTime: '09:00' },
  { appointmentDate: '2026-12-03' },
  { appointmentDate: null, appointmentTime: '16:30' },
  { isDayBooked: true },
] as const)('a lead %j asks for nothing that it could be booked for (F132)', (over) => {
  expect(of(over)).toBeUndefined();
});
