import { sql } from 'kysely';
import type { Comment, Mention } from '#contract/comments.ts';
import { erasedLeadTexts } from '#contract/leads/erased-lead.ts';
import type { Person } from '#contract/people.ts';
import { isOneOf, selectIdAndName, selectKeptId, selectPerson } from '#server/db/fragments.ts';
import type { Db } from '#server/db/transaction.ts';

type NewComment = {
  id: string;
  leadId: string;
  employeeId: string;
  text: string;
  mentions: readonly string[];
  at: Date;
};

type CommentRow = Omit<Comment, 'createdAt'> & { createdAt: Date };
type MentionRow = Omit<Mention, 'createdAt'> & { createdAt: Date };

const shownMentions = 50;
const countedMentions = 100;

/** Inserts a comment and its mentions; waits for a running erasure or merge. @returns false when the lead was erased or merged. */
export async function insertComment(db: Db, comment: NewComment): Promise<boolean> {
  const { id, leadId, employeeId, text, mentions, at } = comment;
  const { rows } = await sql<{ added: boolean }>`
    with lead as (select id from leads where id = ${leadId} and customer_id is not null and merged_into is null
      for key share),
    added as (
      insert into lead_comments (id, lead_id, employee_id, text, created_at)
      select ${id}, lead.id, ${employeeId}, ${text}, ${at} from lead returning id, lead_id),
    mentioned as (
      insert into lead_mentions (comment_id, employee_id, lead_id)
      select added.id, mentioned, added.lead_id from added cross join unnest(${mentions}::uuid[]) mentioned)
    select exists (select from added) as added`.execute(db);
  return rows[0]?.added ?? false;
}

/** Replaces the texts of all comments of leads by the one of erased comments. */
export async function eraseCommentTexts(db: Db, leadIds: readonly string[]): Promise<void> {
  await sql`
    update lead_comments set text = ${erasedLeadTexts.comment}
    where lead_id = any(${leadIds}::uuid[])`.execute(db);
}

/** Finds the comments of leads with a lower id than `before`, newest first. */
export async function findComments(
  db: Db,
  leadIds: readonly string[],
  { before, limit }: { before: string; limit: number },
): Promise<CommentRow[]> {
  const { rows } = await sql<CommentRow>`
    select c.id as "_id", c.text, c.created_at as "createdAt",
      ${selectPerson(sql`c.employee_id`)} as by,
      (select coalesce(json_agg(${selectIdAndName('e')} order by e.name, e.id), '[]')
        from lead_mentions m join employees e on e.id = m.employee_id where m.comment_id = c.id) as mentions
    from lead_comments c where c.lead_id ${isOneOf(leadIds)} and c.id < ${before}
    order by c.id desc limit ${limit}`.execute(db);
  return rows;
}

const ofLead = sql`join leads told on told.id = m.lead_id join leads l on l.id = ${selectKeptId('told')}`;

/**
 * Finds an employee's newest mentions, unread ones first, in leads of the centers that they may see, and counts the unread ones up to
 * a limit.
 *
 * @param centers undefined means all.
 */
export async function findMentions(
  db: Db,
  employeeId: string,
  centers: readonly string[] | undefined,
): Promise<{ mentions: MentionRow[]; unread: number }> {
  const visible = sql`(${centers ?? null}::uuid[] is null or l.service_center_id = any(${centers ?? null}::uuid[]))`;
  const [found, counted] = await Promise.all([
    sql<MentionRow>`
      select c.id as "_id", ${selectIdAndName('l')} as lead, c.text,
        ${selectPerson(sql`c.employee_id`)} as by,
        c.created_at as "createdAt", m.is_read as "isRead"
      from lead_mentions m join lead_comments c on c.id = m.comment_id ${ofLead}
      where m.employee_id = ${employeeId} and ${visible}
      order by m.is_read, m.comment_id desc limit ${sql.lit(shownMentions)}`.execute(db),
    sql<{ unread: number }>`
      select count(*)::integer as unread from (
        select from lead_mentions m ${ofLead}
        where m.employee_id = ${employeeId} and not m.is_read and ${visible}
        limit ${sql.lit(countedMentions)}) unread`.execute(db),
  ]);
  return { mentions: found.rows, unread: counted.rows[0]?.unread ?? 0 };
}

/** Marks an employee's mentions in a lead, and in those merged into it, as read. */
export async function updateReadMentions(db: Db, employeeId: string, leadId: string): Promise<void> {
  await db
    .updateTable('lead_mentions')
    .set({ is_read: true })
    .where('employee_id', '=', employeeId)
    .where('is_read', '=', false)
    .where(
      sql<boolean>`lead_id in (select ${leadId}::uuid union all select id from leads where merged_into = ${leadId})`,
    )
    .execute();
}

/** Finds the active employees who may see the leads of a center, by name, without one of them. */
export async function findColleagues(db: Db, centerId: string, except: string): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select id as "_id", name from employees e
    where is_active and id <> ${except} and (level in ('superAdmin', 'admin', 'manager', 'dataEntry')
      or (level = 'service' and exists (
        select from employee_service_centers s where s.employee_id = e.id and s.service_center_id = ${centerId})))
    order by name collate "und-x-icu", id`.execute(db);
  return rows;
}
