import { mergeCustomers } from '#contract/customer-merges.ts';
import { createLead } from '#contract/leads/leads.ts';
import type { TestApp } from './test-app.ts';

type Scene = { app: TestApp; boss: { token: string }; center: string };
type Asked = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
};

let made = 0;

export const customerCalls: Record<string, (scene: Scene) => Promise<Asked>> = {
  'GET /management/customers/getSingleCustomer/:id': customerId,
  'GET /management/customers/:id/addresses': customerId,
  'GET /management/customers/:id/orders': customerId,
  'GET /management/customers/:id/export': customerId,
  'GET /management/customers/:id/erasure': customerId,
  'GET /management/customers/:id/merges': customerId,
  'GET /management/customers/merges/preview': async (scene) => ({
    query: { customers: [await aCustomer(scene), await aCustomer(scene)].join() },
  }),
  'POST /management/customers/merges': async (scene) => ({ body: await aMerge(scene) }),
  'POST /management/customers/merges/:id/undo': async (scene) => {
    const body = await aMerge(scene);
    const { data } = await scene.app.call(mergeCustomers, { token: scene.boss.token, body });
    return { params: { id: data.merge._id } };
  },
};

async function aCustomer({ app, boss, center }: Scene): Promise<string> {
  const phone = `0161${String(++made).padStart(7, '0')}`;
  const body = { name: 'Merged', phone, serviceCenter: center };
  return String((await app.call(createLead, { token: boss.token, body })).data.customer);
}

async function customerId(scene: Scene) {
  return { params: { id: await aCustomer(scene) } };
}

async function aMerge(scene: Scene) {
  const [keep, other] = [await aCustomer(scene), await aCustomer(scene)];
  return { customers: [keep, other].map((_id) => ({ _id, version: 1 })), keep, name: 'Merged', email: null };
}
