import Fastify from 'fastify';
import pg from 'pg';

async function main([port = '', connection = '{}']: readonly string[]): Promise<void> {
  const pool = new pg.Pool({ ...JSON.parse(connection), max: 20 });
  const app = Fastify();
  app.get<{ Querystring: { center: string; status: string } }>('/leads', async ({ query }) => {
    const values = [query.center, query.status];
    const [page, count] = await Promise.all([
      pool.query({
        name: 'page',
        text: `select id, name, phone, status, vehicle_number, created_at from leads
          where is_active and service_center_id = $1 and status = $2 order by created_at desc, id desc limit 10`,
        values,
      }),
      pool.query({
        name: 'count',
        text: "select sum(leads)::int as leads from lead_totals where figure = 'status' and key = $2 and service_center_id = $1",
        values,
      }),
    ]);
    return { leads: page.rows, totalLeadsCount: count.rows[0].leads };
  });
  await app.listen({ port: Number(port) });
  console.log('ready');
}

await main(process.argv.slice(2));
