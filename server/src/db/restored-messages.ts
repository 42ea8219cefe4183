import type { PoolClient } from 'pg';

/**
 * Marks as failed what waited for customers when a backup was made, in a database that has such messages: it may have been sent since.
 */
export async function giveUpRestoredMessages(client: PoolClient): Promise<void> {
  await client.query(`
    update customer_messages set state = 'failed', reason = 'unknown', state_at = now(), try_at = null
    where state in ('waiting', 'asked') and due_at <= now()`);
  await client.query(`
    update whatsapp_messages set state = 'failed', reason = 'unknown', state_at = now(), try_at = null,
      text = null, recipient = null, extra = null
    where state in ('waiting', 'asked')`);
}
