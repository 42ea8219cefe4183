import { type Insertable, sql, type Updateable } from 'kysely';
import type { WebsiteFormTexts } from '#contract/intake/forms.ts';
import type { Platform } from '#contract/leads/leads.ts';
import type { Db } from '#server/db/transaction.ts';
import type { WebsiteForms } from '#server/db/types.ts';

/** A website form with the settings and the sealed secret of its connection. */
export type FormRow = {
  id: string;
  name: string;
  isPaused: boolean;
  platform: Platform;
  serviceOrCampaign: string | null;
  answerText: string | null;
  secret: Buffer;
  texts: WebsiteFormTexts;
  centers: string[];
  offerings: string[];
  asksDay: boolean;
  thanksAddress: string | null;
  origins: string[];
};

/** Finds a website form by the id of its connection. */
export async function findForm(db: Db, id: string): Promise<FormRow | undefined> {
  const { rows } = await sql<FormRow>`
    select f.id, e.name, c.is_paused as "isPaused", c.platform, c.offering_id as "serviceOrCampaign",
      c.answer_text_id as "answerText", c.secret, f.texts, f.center_ids as centers, f.offering_ids as offerings,
      f.asks_day as "asksDay", f.thanks_address as "thanksAddress", f.origins
    from website_forms f join connections c on c.id = f.id join employees e on e.id = f.id where f.id = ${id}`.execute(
    db,
  );
  return rows[0];
}

/** Inserts a website form; its connection is inserted before. */
export async function insertForm(db: Db, form: Insertable<WebsiteForms>): Promise<void> {
  await db.insertInto('website_forms').values(form).execute();
}

/** Updates a website form; absent columns stay. @returns false when there is none. */
export async function updateForm(db: Db, id: string, changes: Updateable<WebsiteForms>): Promise<boolean> {
  const result = await db.updateTable('website_forms').set(changes).where('id', '=', id).executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
