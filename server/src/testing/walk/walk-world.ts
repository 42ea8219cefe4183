import { createConnection } from '#contract/intake/connections.ts';
import { createWebsiteForm } from '#contract/intake/forms.ts';
import { createLead } from '#contract/leads/leads.ts';
import { openSession } from '#server/auth/sessions/sessions.service.ts';
import { bulkJob } from '#server/bulk/run-bulk.service.ts';
import { reassignLeadsJob } from '#server/customers/merge/reassign-leads.service.ts';
import { duplicatesJob } from '#server/duplicates/find-duplicates.service.ts';
import { importJobs } from '#server/imports/import-job.service.ts';
import { intakeJob } from '#server/intake/intake-job.service.ts';
import type { JobKind } from '#server/jobs/jobs.service.ts';
import { queueRecurring } from '#server/jobs/jobs.service.ts';
import { customerLeads } from '#server/leads/bulk/customer-leads.service.ts';
import { freeLeadsJob } from '#server/leads/bulk/release-leads.service.ts';
import { responseDueJob } from '#server/leads/record/response-job.service.ts';
import { erasureJob } from '#server/privacy/erasure-job.service.ts';
import { formOf } from '../intake-calls.ts';
import { addFixtures } from '../lead-samples.ts';
import { TestApp } from '../test-app.ts';

export type LeadRecord = Record<string, unknown> & { id: string; version: number };

export type Change = { before: LeadRecord; after: LeadRecord };

type Mark = { text: string; phone: string; isErased: boolean };

export const appSecret = '0123456789abcdef0123456789abcdef';

export type World = {
  app: TestApp;
  token: string;
  signIn: () => Promise<void>;
  bystander: string;
  phones: readonly string[];
  centers: readonly { id: string; name: string }[];
  webhook: { path: string; secret: string };
  form: string;
  whatsApp: string;
  jobs: readonly JobKind[];
  marks: Mark[];
  leads: string[];
  imports: string[];
  contacts: string[];
  leadMerges: string[];
  customerMerges: string[];
  changes: Map<string, Change>;
  contactChanges: Map<string, Change>;
  joinedDeliveries: Set<string>;
  accepted: number;
};

export async function openWorld(erasureList: string): Promise<World> {
  const app = await TestApp.open();
  const { north, south } = await addFixtures(app);
  const boss = await app.signIn('superAdmin');
  const { token } = boss;
  const site = { name: 'Site', platform: 'website' } as const;
  const webhook = (await app.call(createConnection, { token, body: site })).data;
  const number = {
    ...{ name: 'Number', kind: 'whatsapp', platform: 'whatsapp', serviceCenter: north },
    ...{ appSecret, pageToken: 'EAAtoken' },
  } as const;
  const whatsApp = (await app.call(createConnection, { token, body: number })).data;
  const texts = formOf(north);
  const offered = { ...texts, centers: [north, south], asksDay: true };
  const form = (await app.call(createWebsiteForm, { token, body: offered })).data._id;
  // Counters always have something to say.
  const bystander = { name: 'Bystander', phone: '01799000000', serviceCenter: north, platform: 'facebook' };
  const { _id: bystanding } = (await app.call(createLead, { token, body: bystander })).data;
  // Deliveries are worked when the walk says so.
  await app.app.intake.stop();
  const { context } = app;
  const jobs = [
    intakeJob(context, { isWorking: () => false }),
    ...importJobs(context),
    reassignLeadsJob(context, customerLeads),
    erasureJob(context, erasureList),
    freeLeadsJob(context),
    responseDueJob(context),
    bulkJob(context),
    duplicatesJob(context),
  ];
  await queueRecurring(context, jobs);
  const world: World = {
    ...{ app, token, bystander: bystanding, form, jobs },
    signIn: async () => {
      world.token = await openSession(context, boss.id, null);
    },
    phones: ['01711000001', '01711000002', '01711000003', '01711000004'],
    centers: [
      { id: north, name: 'North' },
      { id: south, name: 'South' },
    ],
    webhook: { path: `/api/v1/intake/${webhook.connection._id}`, secret: webhook.secret },
    whatsApp: String(whatsApp.connection.path),
    ...{ marks: [], leads: [], imports: [], contacts: [], leadMerges: [], customerMerges: [] },
    ...{ changes: new Map(), contactChanges: new Map(), joinedDeliveries: new Set(), accepted: 0 },
  };
  return world;
}

export function mark(world: World, phone: string): string {
  const text = `mk${world.marks.length}z`;
  world.marks.push({ text, phone, isErased: false });
  return text;
}

export const changeKey = (lead: string, version: number) => `${lead} ${version}`;

export async function readLeads({ app }: World): Promise<Map<string, LeadRecord>> {
  const { rows } = await app.pool.query<{ lead: LeadRecord }>('select to_jsonb(l) as lead from leads l');
  return new Map(rows.map(({ lead }) => [lead.id, lead]));
}
