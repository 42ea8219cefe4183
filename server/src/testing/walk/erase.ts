import { archiveLead } from '#contract/leads/leads.ts';
import { eraseCustomer } from '#contract/privacy/erasure.ts';
import type { World } from './walk-world.ts';

type Known = { id: string; mobile: string };

export async function erase(world: World, phone: string): Promise<{ status: number }> {
  const { app, token } = world;
  const { rows: family } = await app.pool.query<Known>(
    `select id, mobile from customers where coalesce(merged_into, id) in (
       select coalesce(merged_into, id) from customers where mobile = $1) order by merged_into is not null`,
    [phone],
  );
  const [kept] = family;
  if (!kept) return { status: 404 };
  const { rows: open } = await app.pool.query<{ id: string }>(
    `select id from leads where is_active and merged_into is null and customer_id = any($1)`,
    [family.map(({ id }) => id)],
  );
  const body = { isActive: false };
  for (const { id } of open) await app.call(archiveLead, { token, params: { id }, body });
  const answer = await app.call(eraseCustomer, {
    ...{ token, params: { id: kept.id }, body: { phone: kept.mobile } },
  });
  if (answer.status !== 200) return answer;
  for (const mark of world.marks) mark.isErased ||= family.some(({ mobile }) => mobile === mark.phone);
  return answer;
}
