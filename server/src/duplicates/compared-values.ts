import { createHash } from 'node:crypto';
import { type DuplicateReason, duplicateSearchLimits } from '#contract/duplicates.ts';
import { dateInTimeZone } from '#contract/text/dates.ts';
import { listNameForms } from '#server/lib/compare/name-form.ts';
import { isSameDistrict, isSameVehicle, toVehicleForm } from '#server/lib/compare/vehicle-form.ts';

type ComparedLead = {
  id: string;
  name: string;
  email: string | null;
  vehicleNumber: string | null;
  center: string;
  createdAt: string;
  isOpen: boolean;
};

/** A customer as it is compared, with their newest active leads, newest first. */
export type ComparedCustomer = { id: string; name: string; email: string | null; leads: ComparedLead[] };

/** A hash that is equal for customers who may be one person for a `reason`. `district`: of a number plate, as two that both name one must agree. */
export type ComparedKey = {
  reason: Exclude<DuplicateReason, 'customer'>;
  key: string;
  district: number | null;
};

/** Lists the keys of a customer: whoever shares one may be the same person. */
export function listCompareKeys({ name, email, leads }: ComparedCustomer, timeZone: string): ComparedKey[] {
  const newest = leads.slice(0, duplicateSearchLimits.leadsOfCustomer);
  const keys: ComparedKey[] = [];
  for (const one of new Set([email, ...newest.map((lead) => lead.email)])) {
    if (one) keys.push({ reason: 'email', key: hash('email', emailForm(one)), district: null });
  }
  for (const { vehicleNumber } of newest) {
    const vehicle = toVehicleForm(vehicleNumber);
    if (!vehicle) continue;
    keys.push({ reason: 'plate', key: hash('plate', vehicle.form), district: vehicle.district });
  }
  // Leads mostly bear their customer's name, and finding its forms is the dearest part of comparing.
  const names = new Set([name, ...newest.map((lead) => lead.name)]);
  const formsByName = new Map([...names].map((each) => [each, listNameForms(each)]));
  for (const lead of newest) {
    const day = dateInTimeZone(timeZone, new Date(lead.createdAt));
    for (const form of new Set([name, lead.name].flatMap((each) => formsByName.get(each) ?? [])))
      keys.push({ reason: 'name', key: hash('name', lead.center, day, form), district: null });
  }
  const byKey = Map.groupBy(keys, ({ key }) => key);
  // Of one plate, with and without its district, the one without finds more.
  return [...byKey.values()].flatMap(
    (same) => same.find(({ district }) => district === null) ?? same.slice(0, 1),
  );
}

/** Returns why two customers may be one person; nothing when they share no key. */
export function explainCustomerPair(
  one: ComparedCustomer,
  other: ComparedCustomer,
  timeZone: string,
): DuplicateReason[] {
  const keys = listCompareKeys(other, timeZone);
  const shared = listCompareKeys(one, timeZone).filter(({ key, district }) =>
    keys.some((next) => next.key === key && isSameDistrict(next.district, district)),
  );
  return [...new Set(shared.map(({ reason }) => reason))];
}

/**
 * Returns why two open leads of one customer may be one enquiry: the same email, the same number plate, the same name on one day at
 * one center, or just the same center. Returns nothing when their vehicles differ or only the customer is the same.
 */
export function explainLeadPair(one: ComparedLead, other: ComparedLead, timeZone: string): DuplicateReason[] {
  const vehicles = [toVehicleForm(one.vehicleNumber), toVehicleForm(other.vehicleNumber)] as const;
  const isAlike = vehicles[0] && vehicles[1] && isSameVehicle(vehicles[0], vehicles[1]);
  if (isAlike === false) return [];
  const isSameCenter = one.center === other.center;
  const isSameEmail = one.email && other.email && emailForm(one.email) === emailForm(other.email);
  const forms = listNameForms(other.name);
  const isSameName =
    dateInTimeZone(timeZone, new Date(one.createdAt)) ===
      dateInTimeZone(timeZone, new Date(other.createdAt)) &&
    listNameForms(one.name).some((form) => forms.includes(form));
  return [
    ...(isSameEmail ? (['email'] as const) : []),
    ...(isAlike ? (['plate'] as const) : []),
    ...(isSameCenter && isSameName ? (['name'] as const) : []),
    ...(isSameCenter ? (['customer'] as const) : []),
  ];
}

const emailForm = (email: string) => email.toLowerCase();

// No text is kept: what is compared says nothing about a person.
function hash(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest().readBigInt64BE().toString();
}
