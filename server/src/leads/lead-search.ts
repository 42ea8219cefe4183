import { spellForSearch } from '#server/lib/search-key.ts';

/** @returns the text in which a lead is searched: name, phone, e-mail and vehicle number, as an index can hold them. */
export function searchKeyOf(lead: {
  name: string;
  phone: string;
  email: string | null;
  vehicle_number: string | null;
}): string {
  return spellForSearch([lead.name, lead.phone, lead.email, lead.vehicle_number].filter(Boolean).join('\n'));
}
