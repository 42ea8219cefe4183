import { findLimits } from '#contract/business.ts';
import type { EndpointBody, EndpointReply } from '#contract/call/endpoint.ts';
import type * as contract from '#contract/leads/lead-find.ts';
import { knownPersonFields } from '#contract/leads/lead-find.ts';
import { normalisePhone } from '#contract/text/phone.ts';
import { isSamePlate, readPlate } from '#contract/text/plates.ts';
import { toSearchForm } from '#contract/text/search-form.ts';
import { email as emailAddress } from '#contract/text/text.ts';
import type { ActorContext } from '#server/context.ts';
import { listVisibleCenters } from '#server/leads/record/get-lead.service.ts';
import { findOpenLeadsElsewhere } from './elsewhere.service.ts';
import { findByDigits, findByEmail, findByVehicle, findCustomerIdByPhone } from './find.db.ts';
import { toFoundPeople } from './find.service.ts';

const shortestVehicle = 4;

type Asked = EndpointBody<typeof contract.findKnownPeople>;

/**
 * Finds customers within the actor's centers with the same phone number, email address or vehicle number as a caller, and at which
 * other centers the phone number has an open enquiry.
 */
export async function findKnownPeople(
  context: ActorContext,
  asked: Asked,
): Promise<EndpointReply<typeof contract.findKnownPeople>> {
  const [elsewhere, ...found] = await Promise.all([
    findOpenLeadsElsewhere(context, asked.phone ?? ''),
    ofPhone(context, asked.phone ?? ''),
    ofEmail(context, asked.email ?? ''),
    ofVehicle(context, asked.vehicleNumber ?? ''),
  ]);
  const customers = [...new Set(found.flat())].slice(0, findLimits.known);
  const asFound = customers.map((id) => ({ id, leads: [] }));
  const people = await toFoundPeople(context, asFound, asked.phone ?? '');
  const known = Array.from(people, ([customer, person]) => ({
    ...person,
    by: knownPersonFields.filter((_, place) => found[place]?.includes(customer)),
  }));
  return { people: known, elsewhere };
}

async function ofPhone({ db, dealer, actor }: ActorContext, typed: string): Promise<string[]> {
  const phone = normalisePhone(typed, dealer.phoneCountry);
  const customer = phone && (await findCustomerIdByPhone(db, phone, listVisibleCenters(actor)));
  return customer ? [customer] : [];
}

async function ofEmail({ db, actor }: ActorContext, typed: string): Promise<string[]> {
  const { data } = emailAddress.safeParse(typed);
  if (!data) return [];
  const found = await findByEmail(db, data, toSearchForm(data), listVisibleCenters(actor));
  return found.map(({ id }) => id);
}

async function ofVehicle({ db, actor }: ActorContext, typed: string): Promise<string[]> {
  const centers = listVisibleCenters(actor);
  const plate = readPlate(typed);
  if (plate?.letter !== undefined) {
    const found = await findByDigits(db, plate.digits, centers);
    return found.flatMap(({ id, vehicle }) => {
      const other = readPlate(vehicle ?? '');
      return other && isSamePlate(plate, other) ? [id] : [];
    });
  }
  const vehicle = typed.replace(/\s+/g, ' ').toUpperCase();
  const form = toSearchForm(vehicle);
  if (form.length < shortestVehicle) return [];
  return (await findByVehicle(db, vehicle, form, centers)).map(({ id }) => id);
}
