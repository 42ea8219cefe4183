import { getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/min';
import { containsPattern } from '#server/lib/search-key.ts';

const phoneLike = /^[+(]?[\d০-৯][\d০-৯\s().-]*$/;
const bengaliDigit = /[০-৯]/g;

/**
 * @returns LIKE patterns over search keys, any of which may match: the text itself, and for what looks like a phone number
 * its digits alone, without the country's calling code (`+88 01712-345` finds `01712345678`).
 */
export function searchPatterns(text: string, phoneCountry: string): string[] {
  const patterns = new Set([containsPattern(text)]);
  if (phoneLike.test(text.trim())) {
    const digits = text
      .replace(bengaliDigit, (digit) => String(digit.charCodeAt(0) - 0x09e6))
      .replace(/\D/g, '')
      .replace(/^00/, '');
    const callingCode = isSupportedCountry(phoneCountry) ? getCountryCallingCode(phoneCountry) : '';
    patterns.add(containsPattern(digits));
    if (callingCode && digits.length > callingCode.length && digits.startsWith(callingCode)) {
      patterns.add(containsPattern(digits.slice(callingCode.length)));
    }
  }
  return [...patterns];
}
