import { toSearchForm } from '#contract/text/search-form.ts';
import { mayBeSameName } from './name-form.ts';
import { isSameVehicle, toVehicleForm } from './vehicle-form.ts';

/** A person as an enquiry, record or row describes them, besides the phone number. */
export type DescribedPerson = { name: string | null; vehicleNumber: string | null };

/**
 * Tells whether two descriptions under one phone number are of two people: the names differ and the vehicles do. Either alone may be a
 * correction.
 */
export function isOtherPerson(one: DescribedPerson, other: DescribedPerson): boolean {
  if (!one.name || !other.name || !one.vehicleNumber || !other.vehicleNumber) return false;
  return !mayBeSameName(one.name, other.name) && isOtherVehicle(one.vehicleNumber, other.vehicleNumber);
}

/**
 * Picks, of records under one phone number, those that can be the described person's: the ones of the same vehicle, if any; else the
 * ones of the same name; else all that are not another person's.
 */
export function findRecordsOfPerson<One extends DescribedPerson>(
  records: readonly One[],
  described: DescribedPerson,
): One[] {
  const possible = records.filter((record) => !isOtherPerson(record, described));
  const { name, vehicleNumber } = described;
  const form = toVehicleForm(vehicleNumber);
  const ofVehicle = possible.filter((record) => {
    const own = toVehicleForm(record.vehicleNumber);
    return form && own && isSameVehicle(form, own);
  });
  if (ofVehicle.length > 0) return ofVehicle;
  const ofName = possible.filter((record) => name && record.name && mayBeSameName(name, record.name));
  return ofName.length > 0 ? ofName : possible;
}

// A plate and a model cannot be compared.
function isOtherVehicle(one: string, other: string): boolean {
  const [known, told] = [toVehicleForm(one), toVehicleForm(other)];
  if (known && told) return !isSameVehicle(known, told);
  if (known || told) return false;
  const [first, second] = [toSearchForm(one), toSearchForm(other)];
  return first !== '' && second !== '' && !first.includes(second) && !second.includes(first);
}
