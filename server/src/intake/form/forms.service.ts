import { messages } from '#contract/call/messages.ts';
import type * as contract from '#contract/intake/forms.ts';
import type { WebsiteForm } from '#contract/intake/forms.ts';
import type { ActorContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { createConnection, editConnection } from '#server/intake/connections.service.ts';
import { invalidFields, notFound } from '#server/lib/refusal.ts';
import type { Sealing } from '#server/lib/sealing.ts';
import { lockOfferingsOfToday } from '#server/offerings/offerings.service.ts';
import { lockActiveCentersUntilCommit } from '#server/service-centers/service-centers.service.ts';
import { renderPlainForm } from './form-page.ts';
import { findForm, insertForm, updateForm } from './forms.db.ts';
import { getFormPath, openForm } from './open-form.service.ts';

type Settings = Omit<
  contract.CreateWebsiteFormBody,
  'name' | 'platform' | 'serviceOrCampaign' | 'answerText'
>;

/**
 * Creates a form with its connection, in whose name it records leads.
 *
 * @throws Refusal 400 per field, 409 beside `name` when another connection has it.
 */
export function createWebsiteForm(
  context: ActorContext,
  sealing: Sealing,
  { name, platform = 'website', serviceOrCampaign, answerText, ...settings }: contract.CreateWebsiteFormBody,
): Promise<WebsiteForm> {
  return inTransaction(context, async (inside) => {
    const made = { name, platform, serviceOrCampaign, answerText, kind: 'form' } as const;
    const { connection } = await createConnection(inside, sealing, made);
    await requireChoices(inside, settings);
    await insertForm(inside.db, { id: connection._id, ...columnsOf(settings) });
    return getWebsiteForm(inside, sealing, connection._id);
  });
}

/** Reads the settings of a website form as management edits them, with HTML to paste. @param id of its connection. @throws Refusal 404. */
export async function getWebsiteForm(
  context: ActorContext,
  sealing: Sealing,
  id: string,
): Promise<WebsiteForm> {
  const [row, form] = await Promise.all([findForm(context.db, id), openForm(context, sealing, id)]);
  if (!row || !form) throw notFound();
  const { id: _id, secret: _secret, ...settings } = row;
  return {
    ...{ ...settings, _id, path: getFormPath(id) },
    html: {
      en: form.texts.en && renderPlainForm(form, 'en'),
      bn: form.texts.bn && renderPlainForm(form, 'bn'),
    },
  };
}

/** Edits a website form and its connection; absent fields stay. @throws Refusal 400 per field, 404, 409 as {@link createWebsiteForm}. */
export function editWebsiteForm(
  context: ActorContext,
  sealing: Sealing,
  id: string,
  { name, platform, serviceOrCampaign, answerText, isPaused, ...changes }: contract.EditWebsiteFormBody,
): Promise<WebsiteForm> {
  return inTransaction(context, async (inside) => {
    // Also holds the form until commit.
    await editConnection(inside, sealing, id, { name, platform, serviceOrCampaign, answerText, isPaused });
    const before = await findForm(inside.db, id);
    if (!before) throw notFound();
    await requireChoices(inside, changes, before);
    const { texts, centers, offerings, asksDay, thanksAddress, origins } = before;
    const kept = { texts, centers, offerings, asksDay, thanksAddress, origins };
    await updateForm(inside.db, id, columnsOf({ ...kept, ...defined(changes) }));
    return getWebsiteForm(inside, sealing, id);
  });
}

function defined<Changes extends object>(changes: Changes): Changes {
  const entries = Object.entries(changes).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Changes;
}

function columnsOf({ texts, centers, offerings, asksDay, thanksAddress = null, origins }: Settings) {
  return {
    texts: JSON.stringify(texts),
    ...{ center_ids: centers, offering_ids: offerings, asks_day: asksDay },
    ...{ thanks_address: thanksAddress, origins: [...new Set(origins)] },
  };
}

/**
 * Requires that what is chosen can be chosen; choices of `before` stay allowed, also switched off.
 *
 * @throws Refusal 400 beside what cannot be chosen.
 */
async function requireChoices(
  context: ActorContext,
  { centers = [], offerings = [] }: Partial<Settings>,
  before?: Pick<Settings, 'centers' | 'offerings'>,
): Promise<void> {
  const added = (chosen: readonly string[], had: readonly string[] = []) =>
    new Set(chosen.filter((id) => !had.includes(id)));
  const [knownCenters, knownOfferings] = [
    added(centers, before?.centers),
    added(offerings, before?.offerings),
  ];
  if ((await lockActiveCentersUntilCommit(context, [...knownCenters])).length < knownCenters.size)
    throw invalidFields({ centers: messages.unknownServiceCenter });
  if ((await lockOfferingsOfToday(context, [...knownOfferings])).length < knownOfferings.size)
    throw invalidFields({ offerings: messages.unknownOffering });
}
