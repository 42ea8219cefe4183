import { z } from 'zod';
import { textLength } from '#contract/business.ts';
import { endpoint } from '#contract/call/endpoint.ts';
import { messages } from '#contract/call/messages.ts';
import { leadWriterLevels } from '#contract/levels.ts';
import { listMarkSchema } from '#contract/text/list-mark.ts';
import { id, optionalText, requiredText } from '#contract/text/text.ts';

/** One reason for each key of the work screen: 1 to 9, then 0. */
export const maxOfferedLostReasons = 10;

/** Retired reasons count as well. */
export const maxStoredLostReasons = 100;

/** The languages of reasons, as BCP 47 tags. A lead stores the text of the first one, by which reports group. */
export const lostReasonLanguages = ['en', 'bn'] as const;

/** A reason for a lost lead in each language; retired ones have `isActive` false. */
export const lostReason = z.object({
  _id: id,
  en: z.string(),
  bn: z.string().nullable(),
  isActive: z.boolean(),
});
export type LostReason = z.infer<typeof lostReason>;

type Texts = Partial<Pick<LostReason, (typeof lostReasonLanguages)[number]>>;

/** Brings a reason into the form in which reasons are compared: texts of one form are one reason, for lists and reports too. */
export const normaliseLostReason = (text: string) => text.trim().replaceAll(/\s+/g, ' ').toLowerCase();

/** @returns the reason that the text names, in any language. */
export function findLostReason<Reason extends Texts>(
  reasons: readonly Reason[],
  text: string,
): Reason | undefined {
  const key = normaliseLostReason(text);
  return reasons.find((reason) =>
    lostReasonLanguages.some((language) => normaliseLostReason(reason[language] ?? '') === key),
  );
}

/**
 * All reasons in the order of their keys, retired ones last. One without `_id` is new; one that is left out is retired. No two say the
 * same in any language. `seen`: the `computeListMark` of those that the editor saw, if it matters.
 */
export const editLostReasonsBody = z.strictObject({
  seen: listMarkSchema.optional(),
  reasons: z
    .array(
      z.strictObject({
        _id: id.optional(),
        en: requiredText(textLength.name),
        bn: optionalText(textLength.name),
        isActive: z.boolean(),
      }),
    )
    .max(maxStoredLostReasons)
    .superRefine((reasons, check) => {
      if (reasons.filter(({ isActive }) => isActive).length > maxOfferedLostReasons)
        check.addIssue({ code: 'custom', message: messages.tooManyLostReasons });
      const earlier: typeof reasons = [];
      // Retired ones first: what is offered gives way.
      for (const reason of reasons.toSorted((one, other) => Number(one.isActive) - Number(other.isActive))) {
        const taken = lostReasonLanguages.find((language) =>
          findLostReason(earlier, reason[language] || reason.en),
        );
        const path = [reasons.indexOf(reason), taken ?? ''];
        if (taken) check.addIssue({ code: 'custom', path, message: messages.nameTaken });
        earlier.push(reason);
      }
    }),
});
export type EditLostReasonsBody = z.infer<typeof editLostReasonsBody>;

/** Lists the dealer's reasons for lost leads in the order of their keys, retired ones (`isActive` false) last. */
export const listLostReasons = endpoint({
  method: 'GET',
  path: '/serviceCenter/manageLeads/lostReasons',
  summary: 'The dealer’s reasons for which leads are lost, in the order of their keys; retired ones last',
  tag: 'Leads',
  reads: 'lostReasons',
  freshSeconds: 300,
  who: leadWriterLevels,
  reply: z.array(lostReason),
});

/** Replaces the dealer's reasons for lost leads; one that is left out is retired. */
export const editLostReasons = endpoint({
  method: 'PATCH',
  path: '/management/lostReasons',
  summary: 'Replace the dealer’s lost reasons; one that is left out is retired',
  tag: 'Dealer',
  changes: ['lostReasons'],
  who: ['superAdmin'],
  body: editLostReasonsBody,
  reply: z.array(lostReason),
  refusals: [409],
});
