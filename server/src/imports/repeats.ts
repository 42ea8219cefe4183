import { dateIn } from '#contract/text/dates.ts';
import { isNameless } from '#server/leads/record/incoming-values.service.ts';
import { type Described, recordsOfPerson } from '#server/lib/compare/other-person.ts';
import type { KnownLead } from './import-rows.db.ts';
import type { LeadOfRow } from './read-lead.service.ts';

type Row = Pick<LeadOfRow, 'phone' | 'day' | 'isOpen'> & {
  body: Pick<LeadOfRow['body'], 'serviceCenter' | 'name' | 'vehicleNumber'>;
};

type Candidate<Lead> = Described & { lead: Lead };

/** Leads compared of one number at one center. */
const maxCandidates = 20;

/** `isOtherPerson`: every lead that it could repeat is of somebody else with the same number. */
type Repeat<Lead> = { lead: Lead | undefined; isOtherPerson: boolean };

/**
 * Leads by what makes a row a repeat of them: an open one of the person at the center, or one of the same entry day there. A row with another
 * name and another vehicle is of another person.
 */
export function openRepeats<Lead>(timeZone: string) {
  const found = new Map<string, Candidate<Lead>[]>();
  const add = (key: string, candidate: Candidate<Lead>) => {
    const known = found.get(key);
    if (!known) found.set(key, [candidate]);
    else if (known.length < maxCandidates) known.push(candidate);
  };
  return {
    know: (known: KnownLead, lead: Lead): void => {
      const place = `${known.phone} ${known.center}`;
      const candidate = { lead, ...describePerson(known) };
      if (known.isOpen) add(place, candidate);
      add(`${place} ${dateIn(timeZone, known.enteredAt)}`, candidate);
    },
    /** The lead that a row repeats: the first known. */
    find: (row: Row): Repeat<Lead> => {
      const place = `${row.phone} ${row.body.serviceCenter}`;
      const candidates = [
        ...((row.isOpen ? found.get(place) : undefined) ?? []),
        ...(found.get(`${place} ${row.day}`) ?? []),
      ];
      const [repeated] = recordsOfPerson(candidates, describePerson({ ...row.body, phone: row.phone }));
      return { lead: repeated?.lead, isOtherPerson: !repeated && candidates.length > 0 };
    },
    /** Later rows may repeat this one. */
    add: (row: Row, lead: Lead): void => {
      const place = `${row.phone} ${row.body.serviceCenter}`;
      const candidate = { lead, ...describePerson({ ...row.body, phone: row.phone }) };
      if (row.isOpen) add(place, candidate);
      if (row.day !== null) add(`${place} ${row.day}`, candidate);
    },
  };
}

function describePerson(of: {
  name: string;
  phone: string;
  vehicleNumber?: string | null | undefined;
}): Described {
  return { name: isNameless(of) ? null : of.name, vehicleNumber: of.vehicleNumber ?? null };
}
