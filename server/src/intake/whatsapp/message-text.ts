import type { z } from 'zod';
import { readCardsText, type whatsAppMessage } from './message-parts.ts';

type WhatsAppMessage = z.infer<typeof whatsAppMessage>;

const files = {
  image: 'Picture',
  video: 'Video',
  audio: 'Voice message',
  sticker: 'Sticker',
  document: 'File',
} as const;

/** Writes a message of any kind as text; a file by its kind and name. */
export function readMessageText(sent: WhatsAppMessage): string {
  const { text, button, interactive, location, contacts, edit, order, system, reaction } = sent;
  if (system) return textOfNotice(system);
  if (reaction) return reaction.emoji ?? 'Removed a reaction';
  if (sent.type === 'revoke') return 'Deleted a message';
  if (edit) {
    const { text, ...files } = edit.message ?? {};
    const caption = [files.image, files.video, files.document].find((each) => each?.caption)?.caption;
    return `Corrected: ${text?.body ?? caption ?? ''}`;
  }
  if (interactive?.nfm_reply) return interactive.nfm_reply.body ?? '';
  if (order) return order.text ?? '';
  const chosen =
    interactive?.list_reply && joinLines([interactive.list_reply.title, interactive.list_reply.description]);
  const written = text?.body ?? button?.text ?? interactive?.button_reply?.title ?? chosen;
  if (written !== undefined) return written;
  for (const [kind, name] of Object.entries(files)) {
    const found = sent[kind as keyof typeof files];
    if (!found) continue;
    const about = found.filename ?? found.mime_type;
    return joinLines([about ? `${name}: ${about}` : name, found.caption]);
  }
  if (location) {
    const { name, address, latitude, longitude } = location;
    return `Place: ${[name, address, [latitude, longitude].filter(Boolean).join(' ')].filter(Boolean).join(', ')}`;
  }
  if (contacts) return readCardsText(contacts);
  return 'A message that WhatsApp does not show here';
}

function textOfNotice({
  body,
  wa_id: number,
  new_wa_id: former,
}: { [name in 'body' | 'wa_id' | 'new_wa_id']?: string | undefined }): string {
  const next = readDigits(number ?? former);
  return body ?? (next ? `Changed their number to +${next}` : '');
}

function joinLines(texts: readonly (string | undefined)[]): string {
  return texts.filter(Boolean).join('\n');
}

// Seconds since 1970: nothing is older than WhatsApp itself.
const firstMessage = Date.UTC(2009) / 1_000;

/** Reads a moment in seconds since 1970, as WhatsApp tells it; null for what cannot be one. */
export function readMessageMoment(seconds: string | undefined): Date | null {
  const given = Number(seconds);
  return given >= firstMessage && given < 1e11 ? new Date(given * 1_000) : null;
}

/** Returns the digits of a text, at most 30; '' without any. */
export function readDigits(text: string | undefined): string {
  return text?.replace(/\D/g, '').slice(0, 30) ?? '';
}
