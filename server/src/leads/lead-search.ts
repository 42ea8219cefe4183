import { searchKey } from '#server/lib/search/search-key.ts';

export function searchKeyOf(lead: {
  name: string;
  phone: string;
  email: string | null;
  vehicle_number: string | null;
}): string {
  return searchKey([lead.name, lead.phone, lead.email, lead.vehicle_number]);
}
