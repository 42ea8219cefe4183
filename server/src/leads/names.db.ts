import { sql } from 'kysely';
import type { OfferingType } from '#contract/offerings.ts';
import type { Names } from '#server/context.ts';
import type { Db } from '#server/db/transaction.ts';

export async function readNames(db: Db): Promise<Names> {
  const [centers, offerings, people] = await Promise.all([
    sql<{ id: string; name: string; address: string | null; contactNo: string | null }>`
      select id, name, address, contact_no as "contactNo" from service_centers`.execute(db),
    sql<{ id: string; name: string; type: OfferingType }>`select id, name, type from offerings`.execute(db),
    sql<{ id: string; name: string }>`select id, name from employees`.execute(db),
  ]);
  return {
    centers: new Map(centers.rows.map(({ id, ...center }) => [id, center])),
    offerings: new Map(offerings.rows.map(({ id, ...offering }) => [id, offering])),
    people: new Map(people.rows.map(({ id, name }) => [id, name])),
  };
}
