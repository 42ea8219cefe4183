import fc from 'fast-check';
import { leadStatuses } from '#contract/leads/lead-status.ts';

const person = fc.nat(3);
const lead = fc.nat(7);
const index = fc.nat(2);
const center = fc.nat(1);
const days = fc.integer({ min: 0, max: 4 });
const kind = <Kind extends string>(name: Kind) => fc.constant(name);

const enquiryFields = ['email', 'vehicleNumber', 'message', 'preferredDate'] as const;
const editFields = [
  'name',
  'email',
  'vehicleNumber',
  'notes',
  'platform',
  'appointmentDate',
  'appointmentTime',
  'serviceCenter',
] as const;
const moveFields = ['notes', 'jobId', 'appointmentTime'] as const;

const edit = fc.record({ kind: kind('edit'), lead, fields: fc.subarray([...editFields]), days });
const move = fc.record({
  ...{ kind: kind('move'), lead, status: fc.constantFrom(...leadStatuses), days },
  fields: fc.subarray([...moveFields]),
});
const archive = fc.record({ kind: kind('archive'), lead, isActive: fc.boolean() });
const contact = fc.record({
  ...{ kind: kind('contact'), lead, outcome: fc.constantFrom('reached', 'noAnswer', 'callLater') },
  hours: fc.option(fc.integer({ min: 1, max: 30 })),
});
const outcome = fc.record({
  ...{ kind: kind('outcome'), lead, outcome: fc.constantFrom('arrived', 'didNotCome', 'expected') },
  next: fc.option(fc.constantFrom('potential', 'booked', 'lostCustomer')),
  ...{ days, isVersionGiven: fc.boolean(), isDue: fc.boolean(), isReady: fc.boolean() },
});
const mergeLeads = fc.record({ kind: kind('mergeLeads'), lead });
const runJobs = fc.record({ kind: kind('runJobs') });

const closing = fc.oneof(
  fc.record({
    ...{ kind: kind('move'), lead, status: fc.constantFrom('completed', 'lostCustomer') },
    ...{ days: fc.constant(0), fields: fc.constant([]) },
  }),
  fc.record({ kind: kind('archive'), lead, isActive: fc.constant(false) }),
  mergeLeads,
);

const plainStep = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      ...{ kind: kind('enquire'), person, center },
      ...{ channel: fc.constantFrom('webhook', 'form', 'whatsapp'), fields: fc.subarray([...enquiryFields]) },
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      ...{ kind: kind('import'), person, also: person, center },
      ...{ status: fc.constantFrom('Pending', 'Completed'), isDated: fc.boolean(), isStarted: fc.boolean() },
      duplicates: fc.constantFrom('join', 'skip', 'add'),
    }),
  },
  fc.record({ kind: kind('startImport'), index }),
  fc.record({ kind: kind('revert'), index }),
  { weight: 2, arbitrary: fc.record({ kind: kind('create'), person, center }) },
  { weight: 3, arbitrary: edit },
  { weight: 3, arbitrary: move },
  { weight: 3, arbitrary: fc.record({ kind: kind('undo'), lead }) },
  { weight: 3, arbitrary: contact },
  { weight: 2, arbitrary: fc.record({ kind: kind('undoContact'), index }) },
  { weight: 4, arbitrary: outcome },
  fc.record({ kind: kind('ready'), lead, isReady: fc.boolean() }),
  archive,
  fc.record({ kind: kind('comment'), lead }),
  { weight: 2, arbitrary: mergeLeads },
  fc.record({ kind: kind('undoLeadMerge'), index }),
  { weight: 2, arbitrary: fc.record({ kind: kind('mergeCustomers'), person, other: person }) },
  fc.record({ kind: kind('undoCustomerMerge'), index }),
  { weight: 2, arbitrary: fc.record({ kind: kind('erase'), person }) },
  { weight: 3, arbitrary: runJobs },
  fc.record({ kind: kind('wait'), hours: fc.constantFrom(1, 3, 20) }),
);

const crossing = fc.record({
  ...{ kind: kind('crossing'), lead, enquires: fc.boolean() },
  first: fc.oneof({ weight: 3, arbitrary: closing }, edit, contact, runJobs),
  second: fc.oneof({ weight: 3, arbitrary: runJobs }, edit, move, archive, outcome),
  isKilled: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, fc.constant(true)),
});

type Of<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never;

export type PlainStep = Of<typeof plainStep> | Of<typeof closing>;
export type Crossing = Of<typeof crossing>;
export type WalkStep = PlainStep | Crossing;

export const walkSteps: fc.Arbitrary<WalkStep[]> = fc.array(
  fc.oneof({ weight: 5, arbitrary: plainStep }, { weight: 1, arbitrary: crossing }),
  { minLength: 1, maxLength: 30, size: 'max' },
);
