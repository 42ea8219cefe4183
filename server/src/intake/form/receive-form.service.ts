import type { WebsiteFormLanguage } from '#contract/intake/forms.ts';
import { countFormSubmission } from '#server/auth/throttles.service.ts';
import type { Context } from '#server/context.ts';
import { findDeliveryBody } from '#server/intake/deliveries.db.ts';
import { countOverQuota, isOverQuota } from '#server/intake/quota/quota.service.ts';
import { countRefusal } from '#server/intake/refusals.service.ts';
import { storeDelivery } from '#server/intake/store-deliveries.service.ts';
import { newId } from '#server/lib/ids.ts';
import { honeypotName } from './form-fields.ts';
import { createFormKey, isValidProof, readFormKey } from './form-key.ts';
import { chooseLanguage, formWords } from './form-texts.ts';
import type { OpenForm } from './open-form.service.ts';
import { type FormFaults, findFormFaults, readTypedWish } from './read-sent.ts';

// `origin`: the site that sends it, as its browser says; `hosts`: what this server is called; `asks`: what languages the browser asks
// for.
type SentForm = {
  body: Buffer;
  contentType: string | null;
  origin: string | undefined;
  hosts: readonly string[];
  address: string;
  asks: string | undefined;
};

/**
 * An answer to a visitor: `sent`, or why it is not. Unless `isFinal`, they send it once more, with this `key`, in the fields of
 * `faults` something else. `retryAfter`: seconds.
 */
export type FormAnswer = { language: WebsiteFormLanguage; typed: URLSearchParams } & (
  | { isSent: true }
  | {
      isSent: false;
      status: 200 | 400 | 403 | 409 | 429 | 503;
      notice: string | undefined;
      faults: FormFaults;
      key: string;
      isFinal: boolean;
      retryAfter?: number;
    }
);

/**
 * Tells whether a page may send the form: the form's own, those of sites that may show it, and a page that hides its origin.
 *
 * @param hosts the names of this server.
 */
export function isAllowedOrigin(
  { origins }: Pick<OpenForm, 'origins'>,
  origin: string | undefined,
  hosts: readonly string[],
): boolean {
  if (origin === undefined || origin === 'null' || origins.includes(origin)) return true;
  return URL.canParse(origin) && hosts.includes(new URL(origin).host);
}

/**
 * Stores what a person sends by a form, once, or says why not; it throws no refusal. What looks like a program's is refused in words
 * that a person can follow; strangers fill no disk.
 */
export async function receiveForm(context: Context, form: OpenForm, sent: SentForm): Promise<FormAnswer> {
  const { db, clock } = context;
  const { id, secret } = form;
  const at = clock.now();
  const typed = readTypedWish(new URLSearchParams(sent.body.toString('utf8')), form);
  const turned = typed.get('turn');
  const language = chooseLanguage(form.languages, turned ?? typed.get('lang') ?? undefined, sent.asks);
  const words = formWords[language];
  const refuse = async (
    status: 200 | 400 | 403 | 409 | 429 | 503,
    notice: string | undefined,
    more: {
      faults?: FormFaults;
      key?: string;
      isFinal?: boolean;
      retryAfter?: number;
      isSuspect?: boolean;
    } = {},
  ): Promise<FormAnswer> => {
    const { faults = {}, key = '', isFinal = false, retryAfter, isSuspect = false } = more;
    if (isSuspect) await countRefusal(context, id);
    const after = retryAfter === undefined ? {} : { retryAfter };
    return { language, typed, isSent: false, status, notice, faults, key, isFinal, ...after };
  };

  if (!isAllowedOrigin(form, sent.origin, sent.hosts))
    return refuse(403, words.foreign, { isFinal: true, isSuspect: true });
  if (form.isPaused) return refuse(403, words.closed, { isFinal: true, isSuspect: true });
  if (secret === undefined) return refuse(503, words.closed, { isFinal: true });
  const given = typed.get('key');
  if (turned && given) return refuse(200, undefined, { key: given });
  const faults = findFormFaults(typed, form, language);
  const isSound = Object.keys(faults).length === 0;
  const anew = () => createFormKey(secret, id, at, true);
  // A form on a page of the dealer's own has none: what it sends is shown here once more.
  if (!given) return refuse(isSound ? 200 : 400, isSound ? words.check : undefined, { faults, key: anew() });
  const key = readFormKey(secret, id, given, at);
  if (!key) return refuse(400, words.expired, { faults, key: anew(), isSuspect: true });
  if (typed.get(honeypotName)) return refuse(400, words.filled, { key: given, isSuspect: true });
  if (key.isEarly) return refuse(400, words.fast, { faults, key: given, isSuspect: true });
  if (!isSound) return refuse(400, undefined, { faults, key: given });
  // A repeat of what is stored is nothing new: it takes none of the network's share.
  const stored = await findDeliveryBody(db, id, deliveryKey(key.name));
  if (stored !== undefined) return answerRepeat(stored);
  const isProven = isValidProof(given, typed.get('proof') ?? '');
  const retryAfter = await countFormSubmission(context, { form: id, address: sent.address, isProven });
  if (retryAfter !== undefined) {
    const minutes = String(Math.ceil(retryAfter / 60));
    return refuse(429, words.many.replace('{minutes}', minutes), { key: given, retryAfter, isSuspect: true });
  }
  // A word such as `sat` means the day on which it was sent, whenever the delivery is worked.
  const body = Buffer.from(typed.toString());
  const { contentType } = sent;
  const delivery = { id: newId(at), connection: id, key: deliveryKey(key.name), at, contentType, body };
  try {
    if (await storeDelivery(db, { ...delivery, quota: context.quota }))
      return { language, typed, isSent: true };
  } catch (error) {
    if (!isOverQuota(error)) throw error;
    await countOverQuota(context, id);
    const { retryAfter: after = 0 } = error.details;
    if (error.status === 507) return refuse(503, words.closed, { key: given, retryAfter: after });
    return refuse(429, words.many.replace('{minutes}', String(Math.ceil(after / 60))), {
      ...{ key: given, retryAfter: after },
    });
  }
  return answerRepeat(await findDeliveryBody(db, id, delivery.key));

  function answerRepeat(earlier: Buffer | null | undefined): FormAnswer | Promise<FormAnswer> {
    if (!earlier || isSameEnquiry(earlier, typed)) return { language, typed, isSent: true };
    return refuse(409, words.again, { key: anew() });
  }
}

function deliveryKey(name: string): string {
  return `form ${name}`;
}

function isSameEnquiry(earlier: Buffer, typed: URLSearchParams): boolean {
  const said = (sent: URLSearchParams) =>
    JSON.stringify([...sent].filter(([name]) => name !== 'proof').sort());
  return said(new URLSearchParams(earlier.toString('utf8'))) === said(typed);
}
