import { searchKey } from '#server/lib/search-key.ts';

/** @returns the text in which a lead is searched: name, phone, email and vehicle number, as an index can hold them. */
export function searchKeyOf(lead: {
  name: string;
  phone: string;
  email: string | null;
  vehicle_number: string | null;
}): string {
  return searchKey([lead.name, lead.phone, lead.email, lead.vehicle_number]);
}
