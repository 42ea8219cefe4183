import { type RawBuilder, sql } from 'kysely';
import {
  type CustomerMessageKind,
  customerMessageKinds,
} from '#contract/customer-messages/customer-message.ts';
import type {
  KindSettings,
  MessageSettings,
  UnapprovedTemplate,
} from '#contract/customer-messages/message-settings.ts';
import type { Db } from '#server/db/transaction.ts';
import { isSameTemplate, listChosenTemplates } from './chosen-templates.ts';
import { defaultMessageSettings, getDefaultTexts } from './default-texts.ts';

/**
 * The settings of one kind. `onSince`: when it was switched on, as messages that were due before are not sent; null while it is off.
 * `centersSince`: the same of centers that were switched on again later, by their ids.
 */
export type StoredKind = KindSettings & { onSince: string | null; centersSince: Record<string, string> };

/** The settings as they are stored, without the version that is computed from them. */
export type StoredSettings = Omit<MessageSettings, 'kinds' | 'version'> & {
  kinds: Record<CustomerMessageKind, StoredKind>;
};

/** Locks the settings until commit, so that they change one at a time. */
export async function lockMessageSettings(db: Db): Promise<void> {
  await sql`lock table message_settings in share row exclusive mode`.execute(db);
}

/** Reads the settings, or the defaults, with every kind off, if none are stored. */
export async function readMessageSettings(db: Db): Promise<StoredSettings> {
  const row = await db.selectFrom('message_settings').selectAll().executeTakeFirst();
  const kinds = Object.fromEntries(
    customerMessageKinds.map((kind) => {
      const {
        isOn = false,
        onSince = null,
        centersSince = {},
        offAt = [],
        texts = getDefaultTexts(kind),
      } = row?.kinds[kind] ?? {};
      return [kind, { isOn, onSince, centersSince, offAt, texts: texts.map(inOrder) }];
    }),
  ) as StoredSettings['kinds'];
  if (!row) return { kinds, ...defaultMessageSettings, unapproved: [] };
  return {
    kinds,
    language: row.language,
    quietFrom: row.quiet_from,
    quietTo: row.quiet_to,
    dayBeforeAt: row.day_before_at,
    thankYouAfterHours: row.thank_you_after_hours,
    perDay: row.per_day,
    perPerson: row.per_person,
    unapproved: row.unapproved_templates,
  };
}

// JSON of the database has an order of its own.
function inOrder({ language, text, template }: KindSettings['texts'][number]): KindSettings['texts'][number] {
  if (!template) return { language, text, template };
  const { connection, name, language: written, body, variables } = template;
  return { language, text, template: { connection, name, language: written, body, variables } };
}

/** Stores the settings, and makes Meta be asked again for the templates; those that were not approved stay so until then. */
export async function saveMessageSettings(
  db: Db,
  { kinds, unapproved, ...settings }: StoredSettings,
): Promise<void> {
  const chosen = listChosenTemplates(kinds);
  const stillChosen = unapproved.filter((each) => chosen.some((one) => isSameTemplate(one, each)));
  const row = {
    is_on: customerMessageKinds.some((kind) => kinds[kind].isOn),
    kinds: JSON.stringify(kinds),
    language: settings.language,
    quiet_from: settings.quietFrom,
    quiet_to: settings.quietTo,
    day_before_at: settings.dayBeforeAt,
    thank_you_after_hours: settings.thankYouAfterHours,
    per_day: settings.perDay,
    per_person: settings.perPerson,
    templates_read_at: null,
    unapproved_templates: JSON.stringify(stillChosen),
  };
  await db
    .insertInto('message_settings')
    .values(row)
    .onConflict((conflict) => conflict.column('only_one').doUpdateSet(row))
    .execute();
}

/** Moments before which templates were last read that are to be read again. `whileUnapproved`: where one of them was not approved. */
type ReadBefore = { usually: Date; whileUnapproved: Date };

const isReadBefore = ({ usually, whileUnapproved }: ReadBefore) => sql<boolean>`
  is_on and coalesce(templates_read_at, '-infinity') <
    case when unapproved_templates = '[]' then ${usually}::timestamptz else ${whileUnapproved}::timestamptz end`;

/** A condition in SQL on the whole table, not on a row: it is time to ask Meta for the templates. */
export function areTemplatesDue(readBefore: ReadBefore): RawBuilder<boolean> {
  return sql`exists (select from message_settings where ${isReadBefore(readBefore)})`;
}

/** Claims to ask Meta for the templates. @returns false when another process has since the moment. */
export async function claimTemplateCheck(db: Db, readBefore: ReadBefore, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update message_settings set templates_read_at = ${now}
    where ${isReadBefore(readBefore)} returning true`.execute(db);
  return rows.length > 0;
}

/** Stores which templates were not approved at a moment, unless others may have been chosen since. */
export async function saveUnapprovedTemplates(
  db: Db,
  readAt: Date,
  unapproved: readonly UnapprovedTemplate[],
): Promise<void> {
  await db
    .updateTable('message_settings')
    .set({ unapproved_templates: JSON.stringify(unapproved) })
    .where('templates_read_at', '=', readAt)
    .execute();
}

/**
 * Queues a check of all leads that changed settings may concern, so that their messages are planned anew: those with a booking from
 * `today` on or a message that waits.
 */
export async function addMessageChecks(db: Db, today: string): Promise<void> {
  await sql`
    insert into message_checks (lead_id)
    select lead_id from bookings where day >= ${today} and is_held and ended_at is null
    union select lead_id from customer_messages where state in ('waiting', 'asked')`.execute(db);
}
