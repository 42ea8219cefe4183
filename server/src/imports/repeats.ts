import { dateIn } from '#contract/text/dates.ts';
import type { KnownLead } from './import-rows.db.ts';
import type { LeadOfRow } from './read-lead.service.ts';

type Row = Pick<LeadOfRow, 'phone' | 'day' | 'isOpen'> & { body: { serviceCenter: string } };

/** Leads by what makes a row a repeat of them: an open one of the person at the center, or one of the same entry day there. */
export function openRepeats<Lead>(timeZone: string) {
  const found = new Map<string, Lead>();
  const add = (key: string, lead: Lead) => {
    if (!found.has(key)) found.set(key, lead);
  };
  return {
    know: ({ phone, center, isOpen, enteredAt }: KnownLead, lead: Lead): void => {
      const place = `${phone} ${center}`;
      if (isOpen) add(place, lead);
      add(`${place} ${dateIn(timeZone, enteredAt)}`, lead);
    },
    /** The lead that a row repeats. */
    find: (row: Row): Lead | undefined => {
      const place = `${row.phone} ${row.body.serviceCenter}`;
      return (row.isOpen ? found.get(place) : undefined) ?? found.get(`${place} ${row.day}`);
    },
    /** Later rows may repeat this one. */
    add: (row: Row, lead: Lead): void => {
      const place = `${row.phone} ${row.body.serviceCenter}`;
      if (row.isOpen) add(place, lead);
      if (row.day !== null) add(`${place} ${row.day}`, lead);
    },
  };
}
