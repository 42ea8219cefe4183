import { mergeLeads } from '#contract/leads/lead-merge.ts';
import { createLead } from '#contract/leads/leads.ts';
import type { TestApp } from './test-app.ts';

type Scene = { app: TestApp; boss: { token: string }; center: string };

let made = 0;

/** Of merging leads. */
export const mergeCalls: Record<string, (scene: Scene) => Promise<object>> = {
  'POST /serviceCenter/manageLeads/merge': async (scene) => ({ body: await twoLeads(scene) }),
  'POST /serviceCenter/manageLeads/merge/:id/undo': async (scene) => {
    const { app, boss } = scene;
    const { data } = await app.call(mergeLeads, { token: boss.token, body: await twoLeads(scene) });
    return { params: { id: data.merge._id }, body: {} };
  },
};

/** Of one customer. */
async function twoLeads({ app, boss, center }: Scene) {
  await app.pool.query('update dealer set service_may_merge = true');
  const body = { name: 'Twice', phone: `0161${String(++made).padStart(7, '0')}`, serviceCenter: center };
  const record = async () => (await app.call(createLead, { token: boss.token, body })).data;
  const leads = [await record(), await record()].map(({ _id, version }) => ({ _id, version }));
  return { kept: leads[0]?._id ?? '', leads };
}
