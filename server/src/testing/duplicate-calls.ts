import { newId } from '#server/lib/ids.ts';
import type { TestApp } from './test-app.ts';

type Scene = { app: TestApp; center: string };

const nothing = async () => ({});

/** Of likely pairs. */
export const duplicateCalls: Record<string, (scene: Scene) => Promise<{ params?: Record<string, string> }>> =
  {
    'GET /management/duplicates': nothing,
    'GET /management/duplicates/count': nothing,
    'POST /management/duplicates/:id/dismiss': newPair,
    'DELETE /management/duplicates/:id/dismiss': newPair,
  };

/** Of records that nobody has. */
async function newPair({ app, center }: Scene) {
  const [id, one, other] = [1, 2, 3].map(() => newId(app.clock.now()));
  await app.pool.query(
    `insert into duplicate_pairs (id, kind, one_id, other_id, reasons, centers, found_at)
     values ($1, 'customer', least($2::uuid, $3), greatest($2::uuid, $3), '{email}', array[$4::uuid], now())`,
    [id, one, other, center],
  );
  return { params: { id: String(id) } };
}
