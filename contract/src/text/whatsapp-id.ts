/**
 * Tells whether a text is what WhatsApp calls somebody whose number it does not tell: country, a dot, letters and digits. It is stored,
 * searched and compared where a phone number would be. Source:
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/business-scoped-user-ids.
 */
export function isWhatsAppId(text: string): boolean {
  return /^[A-Z]{2}\.(ENT\.)?[A-Za-z0-9]{8,128}$/.test(text);
}
