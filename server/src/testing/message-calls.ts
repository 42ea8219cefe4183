import { createLead } from '#contract/leads/leads.ts';
import { newId } from '#server/lib/ids.ts';
import type { TestApp } from './test-app.ts';

type Scene = { app: TestApp; boss: { token: string }; center: string };
type CallArguments = { params?: Record<string, string>; body?: Record<string, unknown> };
type Call = (scene: Scene) => Promise<CallArguments>;

let made = 0;

const nothing: Call = async () => ({});

async function aLead({ app, boss, center }: Scene): Promise<string> {
  const phone = `0171${String(++made).padStart(7, '0')}`;
  const body = { name: 'Rahim', phone, serviceCenter: center };
  return (await app.call(createLead, { token: boss.token, body })).data._id;
}

async function aFailedMessage(scene: Scene): Promise<CallArguments> {
  const lead = await aLead(scene);
  const now = scene.app.clock.now();
  const id = newId(now);
  await scene.app.pool.query(
    `insert into customer_messages (id, lead_id, booking_version, kind, service_center_id, due_at, state, reason, state_at)
     values ($1, $2, 1, 'dayBefore', $3, $4, 'failed', 'noWay', $4)`,
    [id, lead, scene.center, now],
  );
  return { params: { id }, body: {} };
}

export const gatewayOf = (url: string) => ({
  ...{ url, method: 'POST' as const, format: 'json' as const, headers: [{ name: 'X-Key', value: 'abc' }] },
  ...{ toField: 'to', textField: 'text', fields: [], numberFormat: 'withoutPlus' as const },
  ...{ successText: null, isPaused: false },
});

export const messageCalls: Record<string, Call> = {
  'GET /management/customerMessages': nothing,
  'POST /management/customerMessages/:id/retry': aFailedMessage,
  'PATCH /serviceCenter/customerMessages/stopped/:id': async (scene) => ({
    params: { id: await aLead(scene) },
    body: { stopped: ['dayBefore'] },
  }),
  'GET /management/customerMessages/settings': nothing,
  'PATCH /management/customerMessages/settings': async () => ({ body: { perDay: 500 } }),
  'GET /management/customerMessages/templates': nothing,
  'GET /management/customerMessages/smsGateway': nothing,
  'PATCH /management/customerMessages/smsGateway': async () => ({ body: { gateway: null } }),
  'POST /management/customerMessages/test': async () => ({
    body: { kind: 'dayBefore', language: 'hi', way: 'email', to: 'me@test.example' },
  }),
};
