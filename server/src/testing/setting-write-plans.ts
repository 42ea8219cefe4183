import { listBookingRules } from '#contract/bookings/booking-rules.ts';
import type { FirstSteps } from '#contract/first-steps.ts';
import { createConnection, listConnections } from '#contract/intake/connections.ts';
import { createWebsiteForm, getWebsiteForm } from '#contract/intake/forms.ts';
import { listLostReasons } from '#contract/leads/lost-reasons.ts';
import { editMessageTexts, listMessageTexts } from '#contract/message-texts.ts';
import { formOf } from './intake-calls.ts';
import { type Fields, newText, type WritePlan, type WriteWorld } from './write-plan.ts';

async function aText({ app, boss }: WriteWorld): Promise<string> {
  const { rows } = await app.pool.query<{ id: string }>('select id from message_texts limit 1');
  if (rows[0]) return rows[0].id;
  const body = { texts: [{ name: 'Thanks', language: 'en', text: 'Thank you' } as const] };
  return (await app.call(editMessageTexts, { token: boss.token, body })).data[0]?._id ?? '';
}

const readConnection: WritePlan['read'] = async ({ app, boss }, { params }, answer) => {
  const { data } = await app.call(listConnections, { token: boss.token });
  return data.connections.find(({ _id }) => _id === (params?.id ?? answer._id));
};
const keysOfMeta = ['appSecret', 'pageToken', 'verifyToken', 'numbers', 'forms', 'kind'];
const ofConnection = {
  values: ({ fixtures }: WriteWorld) => ({
    mapping: [{}, { phone: ['tel'] }, { phone: ['tel'], name: ['who'] }],
    serviceCenter: [fixtures.north, fixtures.south, null],
    serviceOrCampaign: [fixtures.oil, null],
  }),
  omits: [...keysOfMeta, 'answerText'],
  read: readConnection,
} satisfies WritePlan;

const ofForm = ({ fixtures }: WriteWorld) => ({
  texts: [
    { en: { title: 'Book', consent: null, thanks: 'Thanks' }, bn: null },
    { en: null, bn: { title: 'বুকিং', consent: 'রাজি', thanks: null } },
  ],
  centers: [[fixtures.north], [fixtures.north, fixtures.south]],
  offerings: [[], [fixtures.oil]],
  thanksAddress: ['https://dealer.example/thanks', null],
  origins: [[], ['https://dealer.example']],
  serviceOrCampaign: [fixtures.oil, null],
});

const week = (from: string) => Array.from({ length: 7 }, () => [{ from, to: '18:00' }]);

const reasonsOf = (reasons: readonly object[]) => ({
  reasons: reasons.flatMap((each) => {
    const { _id, ...reason } = each as Fields;
    return reason.isActive ? [reason] : [];
  }),
});
const textsOf = (texts: readonly object[]) => ({
  texts: texts.map((each) => {
    const { _id, ...text } = each as Fields;
    return text;
  }),
});

export const settingWritePlans: Record<string, WritePlan> = {
  'PATCH /management/dealer': {
    values: () => ({
      ...{ timeZone: ['Asia/Dhaka'], phoneCountry: ['BD'], logo: [null] },
      neglectedAfterDays: [
        { pending: 2, potential: 5, booked: 3 },
        { pending: 9, potential: 9, booked: 9 },
      ],
    }),
  },
  'PATCH /management/bookingRules/:id': {
    setUp: async ({ fixtures }) => ({ params: { id: fixtures.north } }),
    read: async ({ app, boss }, { params }) =>
      (await app.call(listBookingRules, { token: boss.token })).data.find(
        ({ serviceCenter }) => serviceCenter._id === params?.id,
      ),
    values: () => ({
      rules: [
        null,
        {
          ...{
            week: Array.from({ length: 7 }, () => ({ perDay: 12, perHour: 2 })),
            daysAhead: 60,
            noticeMinutes: 120,
          },
          closures: [{ day: '2026-03-26', from: '12:00', to: '24:00', note: 'Stocktaking' }],
        },
        {
          ...{
            week: Array.from({ length: 7 }, () => ({ perDay: null, perHour: 0 })),
            daysAhead: null,
            noticeMinutes: null,
          },
          closures: [],
        },
      ],
    }),
  },
  'PATCH /management/workingHours': {
    values: ({ fixtures }) => ({
      hours: [
        { serviceCenter: null, plans: [{ validFrom: '2026-03-01', week: week('08:00') }] },
        { serviceCenter: fixtures.north, plans: [{ validFrom: '2026-03-02', week: week('10:00') }] },
        { serviceCenter: fixtures.north, plans: [] },
      ],
      holidays: [[], [{ serviceCenter: null, day: '2026-03-26', name: 'Independence Day' }]],
      targets: [
        { default: 30, facebook: null, whatsapp: 10, website: null },
        { default: 60, facebook: 5, whatsapp: null, website: 90 },
      ],
    }),
    shows: (
      { plans, holidays, targets, usual }: { plans: (Fields & { serviceCenter: unknown })[] } & Fields,
      { hours },
    ) => {
      const center = hours instanceof Object && 'serviceCenter' in hours ? hours.serviceCenter : undefined;
      const own = plans.filter(({ serviceCenter }) => serviceCenter === center);
      return {
        ...{ holidays, targets, usual },
        others: plans.filter(({ serviceCenter }) => serviceCenter !== center),
        ...(center !== undefined && {
          hours: { serviceCenter: center, plans: own.map(({ serviceCenter: _, ...plan }) => plan) },
        }),
      };
    },
  },
  'PATCH /management/lostReasons': {
    values: () => ({
      reasons: [
        [{ en: newText('Too far'), bn: null, isActive: true }],
        [
          { en: newText('Price'), bn: newText('দাম'), isActive: true },
          { en: newText('Sold'), bn: null, isActive: true },
        ],
      ],
    }),
    shows: reasonsOf,
    read: async ({ app, boss }) => reasonsOf((await app.call(listLostReasons, { token: boss.token })).data),
  },
  'PATCH /management/messageTexts': {
    values: () => ({
      texts: [
        [{ name: 'Hello', language: 'en', text: 'Hello {name}' }],
        [
          { name: 'Hello', language: 'en', text: 'Hello {name}' },
          { name: 'হ্যালো', language: 'bn', text: 'হ্যালো {name}' },
        ],
      ],
    }),
    shows: textsOf,
    read: async ({ app, boss }) => textsOf((await app.call(listMessageTexts, { token: boss.token })).data),
  },
  'PATCH /management/firstSteps': {
    values: () => ({ dismissed: [[], ['import'], ['websiteForm', 'import']] }),
    shows: ({ steps }: FirstSteps) => ({
      dismissed: steps.flatMap(({ step, state }) => (state === 'dismissed' ? [step] : [])),
    }),
  },
  'PATCH /management/retention': {
    values: () => ({
      archivedMonths: [null, 6, 120],
      auditMonths: [null, 12],
      pictureMonths: [null, 6],
      pictureMegabytes: [1, 25],
    }),
  },
  'PATCH /management/intake/assignment': {
    values: ({ fixtures }) => ({
      centers: [
        [{ serviceCenter: fixtures.north, assignment: 'lastAdvisor' }],
        [{ serviceCenter: fixtures.south, assignment: 'inTurn' }],
      ],
    }),
    shows: ({ centers }: { centers: { serviceCenter: { _id: string }; assignment: string }[] }, sent) => {
      const named = JSON.stringify(sent.centers);
      const plain = centers.map(({ serviceCenter, assignment }) => ({
        serviceCenter: serviceCenter._id,
        assignment,
      }));
      return {
        centers: plain.filter(({ serviceCenter }) => named.includes(serviceCenter)),
        others: plain.filter(({ serviceCenter }) => !named.includes(serviceCenter)),
      };
    },
  },
  'PATCH /management/connections/:id': {
    ...ofConnection,
    setUp: async (world) => {
      const { app, boss, fixtures } = world;
      const { rows } = await app.pool.query<{ id: string }>(
        "select id from connections where kind = 'webhook' limit 1",
      );
      if (rows[0]) return { params: { id: rows[0].id } };
      const body = {
        ...{ name: 'Portal', platform: 'website', answerText: await aText(world) },
        ...{ serviceCenter: fixtures.north, serviceOrCampaign: fixtures.oil },
      } as const;
      const { data } = await app.call(createConnection, { token: boss.token, body });
      return { params: { id: data.connection._id } };
    },
  },
  'POST /management/connections': {
    ...ofConnection,
    shows: ({ connection }: { connection: Fields }) => connection,
  },
  'PATCH /management/forms/:id': {
    setUp: async ({ app, boss, fixtures }) => {
      const { rows } = await app.pool.query<{ id: string }>('select id from website_forms limit 1');
      if (rows[0]) return { params: { id: rows[0].id } };
      const { data } = await app.call(createWebsiteForm, { token: boss.token, body: formOf(fixtures.north) });
      return { params: { id: data._id } };
    },
    values: ofForm,
    omits: ['answerText'],
    follows: { html: 'any' },
  },
  'POST /management/forms': {
    values: ofForm,
    omits: ['answerText'],
    // The website's, unless one is sent.
    follows: { platform: [] },
    read: async ({ app, boss }, _asked, { _id }) =>
      (await app.call(getWebsiteForm, { token: boss.token, params: { id: String(_id) } })).data,
  },
};
