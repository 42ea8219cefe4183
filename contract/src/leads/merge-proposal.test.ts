import { expect, test } from 'vitest';
import {
  getFurthestStatus,
  type MergeableLead,
  proposeKeptLead,
  proposeMergeFields,
} from './merge-proposal.ts';

const none: Omit<MergeableLead, '_id' | 'name' | 'phone' | 'status' | 'createdAt' | 'updatedAt'> = {
  ...{ email: null, platform: null, vehicleNumber: null, notes: null, jobId: null, advisor: null },
  ...{ serviceOrCampaign: null, appointmentDate: null },
  serviceCenter: { _id: 'north', name: 'North', address: null, contactNo: null },
};
const old: MergeableLead = {
  ...{ ...none, _id: 'old', name: 'Md. Rahim Uddin', phone: '01711111111', status: 'booked' },
  ...{
    createdAt: '2026-03-01',
    updatedAt: '2026-03-02',
    appointmentDate: '2026-03-20',
    vehicleNumber: 'OLD',
  },
};
const fresh: MergeableLead = {
  ...{ ...none, _id: 'fresh', name: 'Rahim', phone: '01711111111', status: 'pending' },
  ...{
    createdAt: '2026-03-05',
    updatedAt: '2026-03-06',
    appointmentDate: '2026-03-25',
    vehicleNumber: 'NEW',
  },
  ...{ email: 'rahim@example.com', notes: 'Brakes' },
};

test('the furthest lead is kept, of several the oldest', () => {
  expect(getFurthestStatus(['pending', 'booked', 'potential'])).toBe('booked');
  expect(proposeKeptLead([fresh, old])?._id).toBe('old');
  expect(proposeKeptLead([{ ...old, status: 'pending' }, fresh])?._id).toBe('old');
  expect(proposeKeptLead([fresh, { ...old, status: 'pending' }])?._id).toBe('old');
});

test('names and notes are the fuller ones, the rest the newer, and the appointment that of the furthest', () => {
  expect(proposeMergeFields([old, fresh], 'old')).toMatchObject({
    ...{ name: 'old', vehicleNumber: 'fresh', email: 'fresh', notes: 'fresh' },
    ...{ appointment: 'old', serviceCenter: 'old', jobId: 'old', advisor: 'old' },
  });
});
