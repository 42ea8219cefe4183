import type { ContactChannel } from '#contract/contacts.ts';

/** @returns the channel that an attempt begins with: where a message can be answered, that is how people answer it. */
export function getFirstChannel(mayReply: boolean): ContactChannel {
  return mayReply ? 'whatsapp' : 'call';
}
