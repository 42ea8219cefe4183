/**
 * The zeros of the scripts that senders, phones and spreadsheets write digits in: Arabic-Indic, Persian, Devanagari, Bengali,
 * Gurmukhi, Gujarati, Tamil, Telugu, Kannada, Malayalam, Thai, Burmese, Khmer and full width.
 */
const zeros = [
  0x0660, 0x06f0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0x0e50, 0x1040, 0x17e0,
  0xff10,
];

const ranges = zeros.map((zero) => `${String.fromCharCode(zero)}-${String.fromCharCode(zero + 9)}`);
const foreignDigit = new RegExp(`[${ranges.join('')}]`, 'g');

/** Replaces the digits of other scripts by Latin ones; every character keeps its index. */
export function toLatinDigits(text: string): string {
  return text.replace(foreignDigit, (digit) => {
    const code = digit.charCodeAt(0);
    const zero = zeros.find((each) => code >= each && code <= each + 9) ?? code;
    return String(code - zero);
  });
}
