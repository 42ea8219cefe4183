import { expect, test } from 'vitest';
import { type LeadStatus, leadStatuses } from '#contract/leads/lead-status.ts';
import { hasStatusDetail } from './has-status-detail.ts';

const bare = { nextFollowUpDates: [], appointmentDate: null, lostReason: null, notes: null };
const full = {
  nextFollowUpDates: ['2026-11-30'],
  appointmentDate: '2026-11-30',
  lostReason: 'Too expensive',
  notes: 'Call in the morning',
};
const fieldOf: Record<LeadStatus, keyof typeof full> = {
  pending: 'notes',
  potential: 'nextFollowUpDates',
  booked: 'appointmentDate',
  completed: 'notes',
  lostCustomer: 'lostReason',
};

test.each(leadStatuses)('a card of a lead that is %s shows its detail only where there is one', (status) => {
  const field = fieldOf[status];
  expect(hasStatusDetail({ ...bare, [field]: full[field] }, status)).toBe(true);
  expect(hasStatusDetail({ ...full, [field]: bare[field] }, status)).toBe(false);
});
