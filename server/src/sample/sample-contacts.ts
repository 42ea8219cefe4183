import { type ContactOutcome, contactChannels, type LogContactBody } from '#contract/contacts.ts';
import type { Random } from './random.ts';
import { callNotes } from './sample-words.ts';

const inVain: readonly ContactOutcome[] = ['noAnswer', 'noAnswer', 'noAnswer', 'busy', 'callLater'];

/** Draws an attempt that did not reach the customer. @param again when to try again. */
export function drawFailedContact(random: Random, again?: Date): LogContactBody {
  return { ...said(random, random.pick(inVain)), ...(again && { tryAgainAt: again.toISOString() }) };
}

/** Draws a contact that reached the customer. */
export function drawReachedContact(random: Random): LogContactBody {
  return said(random, 'reached');
}

function said(random: Random, outcome: ContactOutcome): LogContactBody {
  const isCall = random.chance(0.7);
  return {
    channel: isCall ? 'call' : random.pick(contactChannels),
    outcome,
    note: random.chance(0.4) ? random.pick(callNotes[outcome === 'reached' ? 'reached' : 'inVain']) : null,
  };
}
