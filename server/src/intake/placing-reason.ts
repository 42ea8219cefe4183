import type { PlacingReason } from '#contract/intake/deliveries.ts';
import { Refusal } from '#server/lib/refusal.ts';
import type { DeliveryResult } from './deliveries.db.ts';
import type { MatchableEnquiry } from './joining.service.ts';

/** Returns why a person has to place an enquiry whose lead was refused. */
export function toPlacingReason(refusal: unknown): PlacingReason {
  const fields = refusal instanceof Refusal ? (refusal.details.fields ?? {}) : {};
  if ('phone' in fields) return 'badPhone';
  return 'serviceCenter' in fields ? 'noCenter' : 'unreadable';
}

/** Returns what becomes of an enquiry that could only have joined a lead: it waits for a person, and a notice of WhatsApp is ignored. */
export function toUnjoinedResult({ id, sender, user, summary, isNotice }: MatchableEnquiry): DeliveryResult {
  const told = { id, phone: sender, user, summary };
  return isNotice
    ? { ...told, state: 'ignored', reason: 'system' }
    : { ...told, state: 'toPlace', reason: 'noCenter' };
}
