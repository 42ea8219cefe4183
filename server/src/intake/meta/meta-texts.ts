import { z } from 'zod';
import { textLength } from '#contract/business.ts';
import { answerPathPrefix } from '#contract/intake/meta-forms.ts';
import type { DeliveryText } from '#server/intake/delivery-text.ts';
import { parseExactJson } from '#server/lib/exact-json.ts';

const mostAnswers = 100;
const mostCharacters = 10_000;
// Of what a notification says of a lead: Meta says some two hundred, and what fetches the lead reads them on the main thread.
const mostNamedCharacters = 4_096;

const maybe = z.string().optional().catch(undefined);

const change = z.object({ leadgen_id: z.string().regex(/^\d{1,30}$/), page_id: maybe });

const notification = z.object({
  entry: z.array(z.object({ changes: z.array(z.unknown()).catch([]) }).catch({ changes: [] })),
});

const leadChange = z.object({ field: z.literal('leadgen'), value: z.looseObject(change.shape) });

// A delivery of Meta's: what the notification said, and the lead and its form once they are fetched.
const delivery = z.object({
  change: change.optional().catch(undefined),
  form: z.object({ name: z.string().nullable() }).optional().catch(undefined),
  lead: z
    .object({
      ...{ form_id: maybe, created_time: maybe, ad_name: maybe, campaign_name: maybe },
      field_data: z
        .array(
          z
            .object({ name: z.string(), values: z.array(z.string()).catch([]) })
            .catch({ name: '', values: [] }),
        )
        .catch([]),
    })
    .optional()
    .catch(undefined),
});

/** A lead that Meta has named, not yet fetched. `body`: to store; `isSample`: Meta made it up for a test. */
export type NotifiedLead = { id: string; body: Buffer; isSample: boolean };

/** Parses the leads that a notification names, all else left out; undefined for what is no notification. */
export function parseNotifiedLeads(body: Buffer): NotifiedLead[] | undefined {
  const { data } = notification.safeParse(parseExactJson(body.toString('utf8')));
  return data?.entry.flatMap(({ changes }) =>
    changes.flatMap((each) => {
      const { data: named } = leadChange.safeParse(each);
      if (!named) return [];
      const { value } = named;
      const { leadgen_id: id, page_id: page } = value;
      const whole = JSON.stringify({ change: value });
      const body =
        whole.length > mostNamedCharacters ? createNotifiedLead(id, page).body : Buffer.from(whole);
      return [{ id, body, isSample: id === page }];
    }),
  );
}

/** Makes what a notification would bring for a lead. */
export function createNotifiedLead(id: string, page: string | undefined): NotifiedLead {
  const body = Buffer.from(JSON.stringify({ change: { leadgen_id: id, page_id: page } }));
  return { id, body, isSample: false };
}

/** Reads Meta's ids of the lead that a stored delivery names, and of its page; both are undefined once it says nothing more. */
export function readNotifiedIds(body: Buffer): { lead: string | undefined; page: string | undefined } {
  const { change } = read(body);
  return { lead: change?.leadgen_id, page: change?.page_id };
}

/**
 * Adds a fetched lead to the body that named it, every digit and letter kept.
 *
 * @param body as it was stored.
 * @param lead as Meta's API answered.
 */
export function addFetchedLead(body: Buffer, lead: string, form: string | null): Buffer {
  const start = body.toString('utf8').replace(/\}\s*$/, '');
  return Buffer.from(`${start},"form":${JSON.stringify({ name: form })},"lead":${lead}}`);
}

/**
 * Reads what a lead says: where it came from, and its answers, called as the form asks them.
 *
 * @returns `texts`: undefined before it is fetched; `form`: its id; `askedAt`: when it was filled in; `isTest`: made up by Meta.
 */
export function readMetaTexts(body: Buffer): {
  texts: DeliveryText[] | undefined;
  form?: string | undefined;
  askedAt?: Date;
  isTest: boolean;
} {
  const { change, form, lead } = read(body);
  if (!lead)
    return { texts: undefined, isTest: change !== undefined && change.leadgen_id === change.page_id };
  const texts: DeliveryText[] = [];
  const add = (path: string, label: string, text: string | null | undefined, isAnswer = false) => {
    const kept = clean(text ?? '').slice(0, mostCharacters);
    if (kept) texts.push({ path, label, text: kept, ...(isAnswer && { isAnswer }) });
  };
  add('form.name', 'form_name', form?.name);
  add('campaign_name', 'campaign_name', lead.campaign_name);
  add('ad_name', 'ad_name', lead.ad_name);
  const said = lead.field_data.slice(0, mostAnswers);
  for (const { name, values } of said) {
    const asked = clean(name).slice(0, textLength.line);
    if (asked) add(`${answerPathPrefix}${asked}`, asked, values.join(', '), true);
  }
  const isTest = said.some(({ values }) => values.some((value) => /^<test lead: /i.test(value)));
  const askedAt = new Date(lead.created_time ?? '');
  const isKnown = !Number.isNaN(askedAt.getTime());
  return { texts, form: lead.form_id, ...(isKnown && { askedAt }), isTest };
}

function read(body: Buffer): z.infer<typeof delivery> {
  return delivery.safeParse(parseExactJson(body.toString('utf8'))).data ?? {};
}

function clean(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed().trim();
}
