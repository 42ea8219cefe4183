import type { CreateAddressBody } from '#contract/customers.ts';
import type { Random } from './random.ts';
import * as words from './sample-words.ts';

const newPerLead = 0.72;
const withAddress = 0.3;
const withSecondAddress = 0.3;

/** A customer of the sample dealer, not yet stored. */
export type SampleCustomer = {
  name: string;
  phone: string;
  email: string | null;
  vehicleNumber: string;
};

/** Draws a customer for the next lead: an earlier one, or a new one, who is added to `customers`. */
export function pickCustomer(
  random: Random,
  customers: SampleCustomer[],
): { customer: SampleCustomer; isNew: boolean } {
  if (customers.length > 20 && random.chance(1 - newPerLead))
    return { customer: random.pick(customers), isNew: false };
  const given = random.pick(words.givenNames);
  const family = random.pick(words.familyNames);
  const isBangla = random.chance(0.18);
  const customer = {
    name: isBangla ? random.pick(words.banglaNames) : `${given} ${family}`,
    phone: `+8801${random.pick([3, 4, 5, 6, 7, 8, 9])}${String(random.between(0, 99_999_999)).padStart(8, '0')}`,
    email:
      !isBangla && random.chance(0.45)
        ? `${given}.${family}${random.between(1, 99)}@example.com`.toLowerCase()
        : null,
    vehicleNumber: `${random.pick(words.plates)} ${random.between(11, 49)}-${random.between(1000, 9999)}`,
  };
  customers.push(customer);
  return { customer, isNew: true };
}

/** Draws the addresses of a customer: none, one or two. */
export function planAddresses(random: Random): CreateAddressBody[] {
  if (!random.chance(withAddress)) return [];
  const labels = random.chance(withSecondAddress) ? ['Home', 'Office'] : ['Home'];
  return labels.map((label) => {
    const line = `House ${random.between(1, 98)}, ${random.pick(words.roads)} ${random.between(1, 17)}`;
    return { label, line, ...random.pick(words.places) };
  });
}
