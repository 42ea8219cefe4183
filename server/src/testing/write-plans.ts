import { logContact } from '#contract/contacts.ts';
import { createCustomerAddress, listCustomerAddresses } from '#contract/customers.ts';
import { listEmployeesByLevel } from '#contract/employees.ts';
import { assignLead } from '#contract/leads/lead-advisors.ts';
import { leadStatuses } from '#contract/leads/lead-status.ts';
import { createLead, getLead } from '#contract/leads/leads.ts';
import { levels } from '#contract/levels.ts';
import { createOffering, getOffering } from '#contract/offerings.ts';
import { createServiceCenter, getServiceCenter } from '#contract/service-centers.ts';
import { getOwnAbsence } from '#contract/session.ts';
import { messageWritePlans } from './message-write-plans.ts';
import { settingWritePlans } from './setting-write-plans.ts';
import { type Fields, newPhone, newText, type WritePlan, type WriteWorld } from './write-plan.ts';

async function fullLead({ app, boss, fixtures }: WriteWorld): Promise<{ params: { id: string } }> {
  const { token } = boss;
  const body = {
    ...{ name: 'Rahim Uddin', phone: newPhone(), email: 'rahim@example.com', vehicleNumber: 'GA 12' },
    ...{ serviceCenter: fixtures.north, serviceOrCampaign: fixtures.oil, platform: 'facebook' },
    ...{ notes: 'First', appointmentDate: '2026-03-14', appointmentTime: '10:00' },
  } as const;
  const { data } = await app.call(createLead, { token, body });
  const params = { id: data._id };
  await app.call(assignLead, { token, params, body: { advisor: boss.id } });
  return { params };
}

const ofLead = {
  setUp: fullLead,
  omits: ['overbook'],
  follows: {
    ...{ statusAt: ['status'], respondedAt: ['status'], responseMinutes: ['status'] },
    ...{ responseDueAt: ['status', 'platform', 'serviceCenter'], tryAgainAt: ['status'] },
    ...{ advisor: ['serviceCenter'], customer: ['phone'] },
    ...{ followUpCount: ['status'], nextFollowUpDates: ['status'] },
    isDayBooked: ['status', 'appointmentDate', 'appointmentTime'],
  },
} satisfies WritePlan;

const readEmployee: WritePlan['read'] = async ({ app, boss }, { body }) => {
  for (const level of levels) {
    const { data } = await app.call(listEmployeesByLevel, {
      token: boss.token,
      params: { level },
      query: { active: 'all', limit: '100' },
    });
    const found = data.employees.find(({ _id }) => _id === body?.id);
    if (found) return found;
  }
  return undefined;
};
const readNamedEmployee: WritePlan['read'] = (world, { params }, answer) =>
  readEmployee(world, { body: { id: params?.id } }, answer);
const ofEmployee = {
  read: readEmployee,
  follows: { level: 'any', serviceCenter: 'any' },
} satisfies WritePlan;

const days = ['2026-03-12', '2026-03-14', '2026-03-20', null];

export const writePlans: Record<string, WritePlan> = {
  'PATCH /dataEntry/manageLeads/:id': ofLead,
  'PATCH /serviceCenter/manageLeads/correct/:id': ofLead,
  'PATCH /dataEntry/manageLeads/archive/:id': ofLead,
  'PATCH /management/manageLeads/assign/:id': {
    ...ofLead,
    values: ({ boss }) => ({ advisor: [boss.id, null] }),
  },
  'PATCH /serviceCenter/manageLeads/update/:id': {
    ...ofLead,
    // Most changes stay at the center: only a booking comes to another one.
    values: ({ fixtures }) => ({
      status: ['booked', 'booked', 'booked', ...leadStatuses],
      serviceCenter: [fixtures.north, fixtures.north, fixtures.north, fixtures.south],
      followUpCount: [0, 1],
      nextFollowUpDates: [['2026-03-12'], ['2026-03-12', '2026-03-20']],
    }),
    decided: ({ status }) => (status === 'lostCustomer' ? ['followUpCount', 'nextFollowUpDates'] : []),
  },
  'POST /dataEntry/manageLeads': {
    setUp: async ({ fixtures }) => ({
      body: { name: 'Rahim', phone: newPhone(), serviceCenter: fixtures.north },
    }),
    read: async ({ app, boss }, _asked, { _id }) =>
      (await app.call(getLead, { token: boss.token, params: { id: String(_id) } })).data,
  },
  'POST /serviceCenter/manageLeads/contacts/:id': {
    setUp: async (world) => ({
      ...(await fullLead(world)),
      body: { channel: 'call', outcome: 'wrongNumber', version: 2 },
    }),
    values: () => ({
      outcome: ['wrongNumber'],
      tryAgainAt: ['2026-03-10T09:00:00.000Z', '2026-03-11T09:00:00.000Z', null],
      move: [{ notes: 'Called' }, { status: 'booked', appointmentDate: '2026-03-20', notes: 'At last' }],
    }),
    shows: ({ contact, lead }: { contact: Fields; lead: Fields }, { move, phone }) => ({
      ...contact,
      ...(move instanceof Object && {
        move: Object.fromEntries(Object.keys(move).map((field) => [field, lead[field]])),
      }),
      ...(phone !== undefined && { phone: lead.phone }),
    }),
    follows: { tryAgainAt: ['phone'] },
    read: async ({ app }, _asked, { _id }) =>
      (
        await app.pool.query(
          `select id as _id, channel, outcome, note, to_char(try_again_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "tryAgainAt"
           from lead_contacts where id = $1`,
          [_id],
        )
      ).rows[0],
    decided: ({ move }) => (move instanceof Object && 'status' in move ? ['tryAgainAt'] : []),
  },
  'PATCH /serviceCenter/manageLeads/contacts/correct/:id': {
    setUp: async (world) => {
      const { params } = await fullLead(world);
      const body = { channel: 'call', outcome: 'noAnswer', note: 'Rang out' } as const;
      const { data } = await world.app.call(logContact, { token: world.boss.token, params, body });
      return { params: { id: data.contact._id } };
    },
    read: async ({ app }, { params }) =>
      (await app.pool.query('select channel, outcome, note from lead_contacts where id = $1', [params?.id]))
        .rows[0],
    follows: { correctedAt: 'any', earlier: 'any' },
  },
  'PATCH /serviceCenter/bookings/outcome/:id': {
    omits: ['move'],
    shows: ({ outcome }: { outcome: string }) => ({ outcome }),
    read: async ({ app }, { params }) =>
      (
        await app.pool.query(
          `select coalesce(outcome, 'expected') as outcome from bookings where lead_id = $1`,
          [params?.id],
        )
      ).rows[0],
  },
  'PATCH /serviceCenter/bookings/ready/:id': {
    shows: ({ readyAt }: { readyAt: string | null }) => ({ isReady: readyAt !== null }),
    read: async ({ app }, { params }) =>
      (
        await app.pool.query('select ready_at is not null as "isReady" from bookings where lead_id = $1', [
          params?.id,
        ])
      ).rows[0],
  },
  'PATCH /management/manageEmployee/assign/assignToManagement': ofEmployee,
  'PATCH /management/manageEmployee/assign/assignToServiceCenter': {
    ...ofEmployee,
    values: ({ fixtures }) => ({
      level: ['service'],
      serviceCenter: [[fixtures.north], [fixtures.north, fixtures.south]],
    }),
  },
  'PATCH /management/manageEmployee/assign/unassignEmployee': {
    ...ofEmployee,
    values: () => ({ serviceCenter: [[]] }),
  },
  'PATCH /management/manageEmployee/:id': { read: readNamedEmployee },
  'PATCH /management/manageEmployee/:id/away': {
    read: readNamedEmployee,
    values: () => ({ awayUntil: days }),
  },
  'PATCH /session/away': {
    read: async ({ app, boss }) => (await app.call(getOwnAbsence, { token: boss.token })).data,
    values: () => ({ awayUntil: days }),
  },
  'POST /management/manageServiceCenter': {
    read: async ({ app, boss }, _asked, { _id }) =>
      (await app.call(getServiceCenter, { token: boss.token, params: { id: String(_id) } })).data,
  },
  'POST /management/manageServiceAndCampaign': {
    values: () => ({ startDate: days, endDate: days }),
    read: async ({ app, boss }, _asked, { _id }) =>
      (await app.call(getOffering, { token: boss.token, params: { id: String(_id) } })).data,
  },
  'PATCH /management/manageServiceAndCampaign/:id': {
    setUp: async ({ app, boss }) => {
      const body = {
        type: 'campaign',
        name: newText('Campaign'),
        location: 'Uttara',
        startDate: '2026-03-12',
        endDate: '2026-03-20',
      } as const;
      return { params: { id: (await app.call(createOffering, { token: boss.token, body })).data._id } };
    },
  },
  'PATCH /management/manageServiceCenter/:id': {
    setUp: async ({ app, boss }) => {
      const body = { name: newText('Center'), address: 'Road 1', contactNo: '029133427' };
      return { params: { id: (await app.call(createServiceCenter, { token: boss.token, body })).data._id } };
    },
  },
  'POST /management/customers/:id/addresses': {
    values: () => ({ isDefault: [true] }),
    follows: { isDefault: 'any' },
    read: async ({ app, boss }, { params }, { _id }) =>
      (
        await app.call(listCustomerAddresses, { token: boss.token, params: { id: params?.id ?? '' } })
      ).data.addresses.find((each) => each._id === _id),
  },
  'PATCH /management/customers/:id/addresses/:addressId': {
    setUp: async (world) => {
      const { app, boss } = world;
      const lead = await fullLead(world);
      const { data } = await app.call(getLead, { token: boss.token, params: lead.params });
      const params = { id: String(data.customer) };
      const add = (body: { label: string; line: string; area: string; city: string }) =>
        app.call(createCustomerAddress, { token: boss.token, params, body });
      await add({ label: 'Home', line: 'House 1', area: 'Uttara', city: 'Dhaka' });
      const second = await add({ label: 'Work', line: 'House 2', area: 'Gulshan', city: 'Dhaka' });
      return { params: { ...params, addressId: second.data._id } };
    },
    values: () => ({ isDefault: [true] }),
    read: async ({ app, boss }, { params }) =>
      (
        await app.call(listCustomerAddresses, { token: boss.token, params: { id: params?.id ?? '' } })
      ).data.addresses.find((each) => each._id === params?.addressId),
  },
  ...settingWritePlans,
  ...messageWritePlans,
};

export const unplannedWrites: Record<string, string> = {
  'PATCH /session/password': 'a password is not read back',
  'PATCH /management/secondFactorRule': 'only somebody with a second factor may require one',
  'PATCH /session/secondFactor/passkeys/:id': 'one field of a key that each run would have to make',
  'POST /session/secondFactor/app/confirm': 'proves a code',
  'POST /session/secondFactor/recoveryCodes': 'proves a password',
  'POST /session/secondFactor/off': 'proves a password and a code',
  'POST /session/secondFactor/passkeys': 'proves a key',
  'POST /session/secondFactor/passkeys/:id/remove': 'proves a password',
  'POST /serviceCenter/manageLeads/merge': 'says which of several records a field is taken from',
  'POST /management/customers/merges': 'says which of several records is kept',
  'POST /management/customers/:id/suggestions': 'decides on one text that was seen',
  'POST /management/customers/:id/erase': 'repeats a number to be sure',
  'PATCH /serviceCenter/manageLeads/offers/decline/:id': 'decides on one value that was seen',
  'POST /serviceCenter/manageLeads/comments/:id': 'one text, which only timelines show',
  'POST /session/mentions/read': 'marks what was read',
  'POST /management/employeeinvite': 'one address',
  'POST /management/imports': 'a file',
  'POST /management/imports/:id/headers': 'one row of a file, by which all is read anew',
  'POST /management/imports/:id/check': 'what the columns of a file mean, as a whole',
  'POST /management/imports/:id/rows/:row': 'the cells of one refused row, as a whole',
  'POST /management/connections/:id/earlier': 'asks Meta for what came since a day',
  'POST /serviceCenter/manageLeads/whatsapp/:id': 'sends a message',
  'POST /management/intake/:id/place': 'makes a lead by the code of the website form',
  'POST /management/intake/:id/ignore': 'gives a reason for leaving something out',
  'POST /management/intake/replay': 'names what is worked again',
};
