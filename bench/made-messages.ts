import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import sharp from 'sharp';
import { timelinePageSize } from '#contract/business.ts';

const listed = 5_000;

/** Has messages wait and fail, and gives the newest completed lead as many pictures as a page of its timeline shows. */
export async function fillWithMessages(pool: Pool, connection: string): Promise<void> {
  const { rowCount } = await pool.query('select from customer_messages limit 1');
  if (rowCount) return;
  await pool.query(
    `insert into customer_messages (id, lead_id, booking_version, kind, service_center_id, due_at, state, reason, state_at, try_at)
     select md5('message' || b.lead_id)::uuid, b.lead_id, b.lead_version, of.kind, b.service_center_id, of.due_at, of.state, of.reason, now(),
       case of.state when 'waiting' then of.due_at end
     from (select * from bookings where ended_at is null limit $1) b,
       lateral (select hashtext(b.lead_id::text) % 4 = 0 as failed) drawn,
       lateral (select case when failed then 'bookingConfirmed' else 'dayBefore' end as kind, case when failed then 'failed' else 'waiting' end as state,
         case when failed then 'noWay' end as reason, case when failed then now() else now() + interval '30 days' end as due_at) of`,
    [listed],
  );
  // About 9 kB, as photos of this size have.
  const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const;
  const create = { width: 320, height: 240, channels: 3, background: 'grey', noise } as const;
  const thumbnail = await sharp({ create }).webp({ quality: 60 }).toBuffer();
  await pool.query(
    `with made as (
       insert into deliveries (id, connection_id, key, received_at, state, parsed, enquiry, phone, lead_id)
       select overlay(md5('picture' || n) placing 'ffffffff' from 1)::uuid, $1, 'picture ' || n, l.created_at, 'joined', '{}', null, l.phone, l.id
       from (select * from leads where is_active and status = 'completed' order by id desc limit 1) l, generate_series(1, $2::int) n
       returning id, connection_id, received_at),
     files as (
       insert into delivery_attachments (id, delivery_id, connection_id, name, type, bytes, content)
       select md5('file' || id)::uuid, id, connection_id, 'picture.webp', 'image/webp', octet_length($3::bytea), $3 from made)
     insert into message_pictures (delivery_id, connection_id, state, stored_at, attachment_id, width, height, thumbnail)
     select id, connection_id, 'stored', received_at, md5('file' || id)::uuid, 1600, 1200, $4 from made`,
    [connection, timelinePageSize, randomBytes(100_000), thumbnail],
  );
}
