import { messages } from '#contract/call/messages.ts';
import { normalisePhone } from '#contract/text/phone.ts';
import type { ActorContext } from '#server/context.ts';
import { invalid } from '#server/lib/refusal.ts';

/** An unchanged number is kept, even if numbering plans have changed. */
export function requirePhone({ dealer }: ActorContext, typed: string, stored: string | null): string {
  if (typed === stored) return typed;
  const phone = normalisePhone(typed, dealer.phoneCountry);
  if (!phone) throw invalid({ phone: messages.invalidPhone });
  return phone;
}
