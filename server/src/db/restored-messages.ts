import type { PoolClient } from 'pg';

/** Gives up what waited for customers when a backup was made: it may have been sent since. In a database that has such messages. */
export async function giveUpRestoredMessages(client: PoolClient): Promise<void> {
  await client.query(`
    update customer_messages set state = 'failed', reason = 'unknown', state_at = now(), try_at = null
    where state in ('waiting', 'asked') and due_at <= now()`);
  await client.query(`
    update whatsapp_messages set state = 'failed', reason = 'unknown', state_at = now(), try_at = null,
      text = null, recipient = null, extra = null
    where state in ('waiting', 'asked')`);
}
