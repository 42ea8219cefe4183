/** Signs of one SMS, and of each part of a longer one, whose header takes the rest: in the alphabet of GSM, and in any other. */
export const smsPartSizes = {
  gsm: { single: 160, joined: 153 },
  unicode: { single: 70, joined: 67 },
} as const;

const gsmSigns = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** These take the room of two. */
const extendedGsmSigns = new Set('\f^{}\\[~]|€');

export type SmsLength = { parts: number; signs: number; alphabet: keyof typeof smsPartSizes };

/** Counts the parts of a text as SMS, each of which is paid for, and its signs. A single sign outside GSM, such as any of Bangla, makes all of it Unicode. */
export function countSmsParts(text: string): SmsLength {
  const signs = [...text];
  const isGsm = signs.every((sign) => gsmSigns.has(sign) || extendedGsmSigns.has(sign));
  const alphabet = isGsm ? 'gsm' : 'unicode';
  const sizes = signs.map((sign) => (isGsm ? (extendedGsmSigns.has(sign) ? 2 : 1) : sign.length));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const { single, joined } = smsPartSizes[alphabet];
  if (total <= single) return { parts: total === 0 ? 0 : 1, signs: total, alphabet };
  let parts = 1;
  let used = 0;
  for (const size of sizes) {
    // No sign is divided between two parts.
    if (used + size > joined) {
      parts += 1;
      used = 0;
    }
    used += size;
  }
  return { parts, signs: total, alphabet };
}

const plainSigns: Readonly<Record<string, string>> = {
  '\u00a0': ' ',
  '\u202f': ' ',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '…': '...',
};

/** Writes typographic signs, such as the space before "am" that breaks no line, as GSM has them: one of them would more than double the parts of a text. */
export function toSmsText(text: string): string {
  return text.replace(/[\u00a0\u202f‘’“”–—…]/g, (sign) => plainSigns[sign] ?? sign);
}
