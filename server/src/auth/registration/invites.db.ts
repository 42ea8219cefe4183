import { sql } from 'kysely';
import type { Level } from '#contract/levels.ts';
import { centersOfInvite, selectIdAndName } from '#server/db/fragments.ts';
import type { Db } from '#server/db/transaction.ts';

/** Finds an invitation in any state by its id; undefined when there is none. */
export async function findInviteRow(db: Db, id: string) {
  return selectInvites(db).where('i.id', '=', id).executeTakeFirst();
}

/** An invitation as {@link findInviteRow} finds it. */
export type InviteRow = NonNullable<Awaited<ReturnType<typeof findInviteRow>>>;

/** Finds all invitations in any state, newest first. */
export async function findInviteRows(db: Db): Promise<InviteRow[]> {
  return selectInvites(db).orderBy('i.created_at', 'desc').orderBy('i.id', 'desc').execute();
}

/** Finds the invitation of an email address in any state. */
export async function findInviteByEmail(db: Db, email: string): Promise<InviteRow | undefined> {
  return selectInvites(db).where('i.email', '=', email).executeTakeFirst();
}

/** Inserts an invitation, in place of an expired one for the address. @returns false when one is pending or accepted. */
export async function insertInvite(
  db: Db,
  invite: {
    id: string;
    email: string;
    level: Level;
    serviceCenters: readonly string[];
    invitedBy: string;
    at: Date;
    expiresAt: Date;
  },
): Promise<boolean> {
  await db
    .deleteFrom('invites')
    .where('email', '=', invite.email)
    .where('accepted_at', 'is', null)
    .where('expires_at', '<=', invite.at)
    .execute();
  const result = await db
    .insertInto('invites')
    .values({
      id: invite.id,
      email: invite.email,
      level: invite.level,
      invited_by: invite.invitedBy,
      created_at: invite.at,
      expires_at: invite.expiresAt,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst();
  if (result.numInsertedOrUpdatedRows !== 1n) return false;
  if (invite.serviceCenters.length > 0) {
    await db
      .insertInto('invite_service_centers')
      .values(invite.serviceCenters.map((id) => ({ invite_id: invite.id, service_center_id: id })))
      .execute();
  }
  return true;
}

/** Sets a new end to an invitation that is not accepted, even if it has expired. @returns false when there is none. */
export async function renewInvite(db: Db, id: string, expiresAt: Date): Promise<boolean> {
  const result = await db
    .updateTable('invites')
    .set({ expires_at: expiresAt })
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

// `is_backed`: the inviter may still give levels.
type AcceptedInvite = {
  id: string;
  email: string;
  level: Level;
  is_backed: boolean;
  service_centers: string[];
};

/** Marks an invitation as accepted. @returns it; undefined when none is pending, or it has expired. */
export async function acceptInviteRow(
  db: Db,
  by: { id: string } | { email: string },
  now: Date,
): Promise<AcceptedInvite | undefined> {
  return db
    .updateTable('invites')
    .set({ accepted_at: now })
    .where((where) => ('id' in by ? where('id', '=', by.id) : where('email', '=', by.email)))
    .where('accepted_at', 'is', null)
    .where('expires_at', '>', now)
    .returning([
      'id',
      'email',
      'level',
      sql<boolean>`exists (select from employees e
        where e.id = invites.invited_by and e.is_active and e.level = 'superAdmin')`.as('is_backed'),
      sql<string[]>`array(select ic.service_center_id::text from invite_service_centers ic
        where ic.invite_id = invites.id)`.as('service_centers'),
    ])
    .executeTakeFirst();
}

/** Deletes an invitation in any state. @returns the email address that it was for; undefined when there was none. */
export async function deleteInviteRow(db: Db, id: string): Promise<string | undefined> {
  const row = await db.deleteFrom('invites').where('id', '=', id).returning('email').executeTakeFirst();
  return row?.email;
}

function selectInvites(db: Db) {
  return db
    .selectFrom('invites as i')
    .innerJoin('employees as e', 'e.id', 'i.invited_by')
    .select([
      'i.id',
      'i.email',
      'i.created_at',
      'i.expires_at',
      'i.accepted_at',
      'i.level',
      centersOfInvite.as('service_centers'),
      selectIdAndName('e').as('invited_by'),
    ]);
}
