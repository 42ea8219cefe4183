import { dateInTimeZone } from '#contract/text/dates.ts';
import { isNameless } from '#server/leads/record/incoming-values.service.ts';
import { type DescribedPerson, findRecordsOfPerson } from '#server/lib/compare/other-person.ts';
import type { KnownLead } from './import-rows.db.ts';
import type { LeadOfRow } from './read-lead.service.ts';

type Row = Pick<LeadOfRow, 'phone' | 'day' | 'isOpen' | 'past'> & {
  body: Pick<LeadOfRow['body'], 'serviceCenter' | 'name' | 'vehicleNumber' | 'serviceOrCampaign'>;
};

type Candidate<Lead> = DescribedPerson & { lead: Lead };

const maxCandidates = 20;

// `isOtherPerson`: every lead that it could repeat is of somebody else with the same number.
type Repeat<Lead> = { lead: Lead | undefined; isOtherPerson: boolean };

/**
 * Makes an index of leads by what makes a row a repeat of them: an open one of the person at the center, or one of the same entry day
 * there. A row that tells no entry day repeats what came in by a row that told none either, and said the same. A row with another name
 * and another vehicle is of another person.
 */
export function openRepeatIndex<Lead>(timeZone: string) {
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
      add(`${place} ${dateInTimeZone(timeZone, known.enteredAt)}`, candidate);
      if (known.undated) add(`${place} ${undatedKey(known.undated)}`, candidate);
    },
    // The lead that a row repeats: the first known.
    find: (row: Row): Repeat<Lead> => {
      const place = `${row.phone} ${row.body.serviceCenter}`;
      const candidates = [
        ...((row.isOpen ? found.get(place) : undefined) ?? []),
        ...(found.get(`${place} ${dayKey(row)}`) ?? []),
      ];
      const [repeated] = findRecordsOfPerson(candidates, describePerson({ ...row.body, phone: row.phone }));
      return { lead: repeated?.lead, isOtherPerson: !repeated && candidates.length > 0 };
    },
    add: (row: Row, lead: Lead): void => {
      const place = `${row.phone} ${row.body.serviceCenter}`;
      const candidate = { lead, ...describePerson({ ...row.body, phone: row.phone }) };
      if (row.isOpen) add(place, candidate);
      add(`${place} ${dayKey(row)}`, candidate);
    },
  };
}

function describePerson(of: {
  name: string;
  phone: string;
  vehicleNumber?: string | null | undefined;
}): DescribedPerson {
  return { name: isNameless(of) ? null : of.name, vehicleNumber: of.vehicleNumber ?? null };
}

function dayKey({ day, body, past: { progress } }: Row): string {
  if (day !== null) return day;
  return undatedKey({
    status: progress.status ?? 'pending',
    jobId: progress.jobId ?? null,
    vehicleNumber: body.vehicleNumber ?? null,
    offering: body.serviceOrCampaign ?? null,
  });
}

function undatedKey({ status, jobId, vehicleNumber, offering }: NonNullable<KnownLead['undated']>): string {
  return JSON.stringify([status, jobId, vehicleNumber, offering]);
}
