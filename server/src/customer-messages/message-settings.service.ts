import { createHash } from 'node:crypto';
import { messages } from '#contract/call/messages.ts';
import { customerMessageKinds } from '#contract/customer-messages/customer-message.ts';
import type {
  EditMessageSettingsBody,
  MessageSettings,
} from '#contract/customer-messages/message-settings.ts';
import { dateInTimeZone } from '#contract/text/dates.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import type { ActorContext, Context } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { conflict, invalidFields } from '#server/lib/refusal.ts';
import { areServiceCenters } from '#server/service-centers/service-centers.service.ts';
import {
  addMessageChecks,
  lockMessageSettings,
  readMessageSettings,
  type StoredKind,
  type StoredSettings,
  saveMessageSettings,
} from './message-settings.db.ts';

/** Reads the settings of messages, or the defaults before any are stored. */
export async function getMessageSettings({ db }: Context): Promise<MessageSettings> {
  return toSettings(await readMessageSettings(db));
}

function toSettings({ kinds, unapproved, ...settings }: StoredSettings): MessageSettings {
  const shown = Object.fromEntries(
    customerMessageKinds.map((kind) => {
      const { isOn, offAt, texts } = kinds[kind];
      return [kind, { isOn, offAt, texts }];
    }),
  ) as MessageSettings['kinds'];
  const parts = { kinds: shown, ...settings };
  const version = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  return { ...parts, version, unapproved };
}

/**
 * Replaces the settings that are given, and audits a change; a job then plans waiting messages anew. A kind that is switched on, for
 * the dealer or for one center, confirms only later bookings, but reminds of earlier ones, too.
 *
 * @returns all settings.
 * @throws Refusal 400 for an unknown service center and a kind that is on without a text, 409 with the settings unless they are those
 *   of `version`.
 */
export function editMessageSettings(
  context: ActorContext,
  { version, kinds, ...others }: EditMessageSettingsBody,
): Promise<MessageSettings> {
  return inTransaction(context, async (inside) => {
    const { db, clock, actor, dealer } = inside;
    await lockMessageSettings(db);
    const stored = await readMessageSettings(db);
    const before = toSettings(stored);
    if (version !== undefined && version !== before.version)
      throw conflict(messages.staleMessageSettings, before);
    const now = clock.now();
    const changed = { ...stored, ...others, kinds: kinds ? withMoments(stored, kinds, now) : stored.kinds };
    await requireChoices(inside, changed.kinds);
    const after = toSettings(changed);
    if (after.version === before.version) return before;
    await saveMessageSettings(db, changed);
    await addMessageChecks(db, dateInTimeZone(dealer.timeZone, now));
    const details = { fields: ['customerMessages'] };
    await recordAudit(inside, { action: 'settingsChanged', actor: actor._id, details });
    return after;
  });
}

function withMoments(
  stored: StoredSettings,
  kinds: MessageSettings['kinds'],
  now: Date,
): StoredSettings['kinds'] {
  return Object.fromEntries(
    customerMessageKinds.map((kind) => {
      const { isOn, offAt, texts } = kinds[kind];
      const before = stored.kinds[kind];
      const onSince = isOn ? (before.onSince ?? now.toISOString()) : null;
      const centersSince = isOn && before.isOn ? listCentersSince(before, offAt, now) : {};
      return [kind, { isOn, offAt: [...new Set(offAt)].sort(), texts, onSince, centersSince }];
    }),
  ) as StoredSettings['kinds'];
}

function listCentersSince(before: StoredKind, offAt: readonly string[], now: Date): Record<string, string> {
  const again = before.offAt.map((center) => [center, now.toISOString()] as const);
  const all = [...Object.entries(before.centersSince), ...again];
  return Object.fromEntries(all.filter(([center]) => !offAt.includes(center)));
}

async function requireChoices(context: Context, kinds: StoredSettings['kinds']): Promise<void> {
  const all = Object.values(kinds);
  const centers = all.flatMap(({ offAt }) => offAt);
  if (!(await areServiceCenters(context, centers)))
    throw invalidFields({ kinds: messages.unknownServiceCenter });
  if (all.some(({ isOn, texts }) => isOn && texts.length === 0))
    throw invalidFields({ kinds: messages.required });
}
