/** The characters that fit one SMS (`single`), and each part of a longer one (`joined`), where a header takes the rest. */
export const smsPartSizes = {
  gsm: { single: 160, joined: 153 },
  unicode: { single: 70, joined: 67 },
} as const;

const gsmSigns = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** These take the room of two. */
const extendedGsmSigns = new Set('\f^{}\\[~]|€');

/** The length of a text as SMS. `signs`: its characters, of which some GSM ones and emoji count as two. */
type SmsLength = { parts: number; signs: number; alphabet: keyof typeof smsPartSizes };

/** Counts the parts of a text as SMS, each of which is paid for, and its characters. One character outside the GSM alphabet, such as any of Bangla, makes the whole text Unicode. */
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

/** Replaces typographic characters, such as curly quotes and no-break spaces, by those of GSM: a single one would more than double the parts of a text. */
export function toSmsText(text: string): string {
  return text.replace(/[\u00a0\u202f‘’“”–—…]/g, (sign) => plainSigns[sign] ?? sign);
}
