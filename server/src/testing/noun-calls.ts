import { mergeLeads } from '#contract/leads/lead-merge.ts';
import { createLead } from '#contract/leads/leads.ts';
import { newId } from '#server/lib/ids.ts';
import { customerCalls } from './customer-calls.ts';
import { intakeCalls } from './intake-calls.ts';
import { messageCalls } from './message-calls.ts';
import { outcomeCalls } from './outcome-calls.ts';
import { oversightCalls } from './oversight-calls.ts';
import type { TestApp } from './test-app.ts';

type Scene = { app: TestApp; boss: { token: string }; center: string };
type Call = (scene: Scene) => Promise<{ params?: Record<string, string>; body?: object }>;

const nothing = async () => ({});

const duplicateCalls: Record<string, Call> = {
  'GET /management/duplicates': nothing,
  'GET /management/duplicates/count': nothing,
  'POST /management/duplicates/:id/dismiss': newPair,
  'DELETE /management/duplicates/:id/dismiss': newPair,
};

async function newPair({ app, center }: Scene) {
  const [id, one, other] = [1, 2, 3].map(() => newId(app.clock.now()));
  await app.pool.query(
    `insert into duplicate_pairs (id, kind, one_id, other_id, reasons, centers, found_at)
     values ($1, 'customer', least($2::uuid, $3), greatest($2::uuid, $3), '{email}', array[$4::uuid], now())`,
    [id, one, other, center],
  );
  return { params: { id: String(id) } };
}

let made = 0;

const mergeCalls: Record<string, Call> = {
  'POST /serviceCenter/manageLeads/merge': async (scene) => ({ body: await twoLeads(scene) }),
  'POST /serviceCenter/manageLeads/merge/:id/undo': async (scene) => {
    const { app, boss } = scene;
    const { data } = await app.call(mergeLeads, { token: boss.token, body: await twoLeads(scene) });
    return { params: { id: data.merge._id }, body: {} };
  },
};

async function twoLeads({ app, boss, center }: Scene) {
  await app.pool.query('update dealer set service_may_merge = true');
  const body = { name: 'Twice', phone: `0161${String(++made).padStart(7, '0')}`, serviceCenter: center };
  const record = async () => (await app.call(createLead, { token: boss.token, body })).data;
  const leads = [await record(), await record()].map(({ _id, version }) => ({ _id, version }));
  return { kept: leads[0]?._id ?? '', leads };
}

export const nounCalls = {
  ...customerCalls,
  ...duplicateCalls,
  ...intakeCalls,
  ...mergeCalls,
  ...messageCalls,
  ...outcomeCalls,
  ...oversightCalls,
};
