type CenterLeads = { _id: string; leads: number };
type Sharer = { _id: string; serviceCenters: readonly string[] };

/**
 * Shares leads as evenly as their centers allow: each goes to whoever has the fewest of them so far, in the order of `people`. Leads of a
 * center that none of them may have are left out.
 *
 * @returns by center, how many leads each person gets.
 */
export function shareLeads(
  centers: readonly CenterLeads[],
  people: readonly Sharer[],
): Map<string, Map<string, number>> {
  const totals = new Map(people.map(({ _id }) => [_id, 0]));
  const byCenter = centers.map(({ _id, leads }) => ({
    ...{ _id, leads, shares: new Map<string, number>() },
    sharers: people.filter(({ serviceCenters }) => serviceCenters.includes(_id)),
  }));
  // Whoever may have leads of several centers is left to what others cannot have.
  byCenter.sort((a, b) => a.sharers.length - b.sharers.length || (a._id < b._id ? -1 : 1));
  for (const { leads, shares, sharers } of byCenter)
    for (let left = sharers.length > 0 ? leads : 0; left > 0; left--) {
      const totalOf = ({ _id }: Sharer) => totals.get(_id) ?? 0;
      const next = sharers.reduce((fewest, one) => (totalOf(one) < totalOf(fewest) ? one : fewest));
      totals.set(next._id, totalOf(next) + 1);
      shares.set(next._id, (shares.get(next._id) ?? 0) + 1);
    }
  return new Map(byCenter.map(({ _id, shares }) => [_id, shares]));
}

/** @returns how many leads each person gets of all centers, in the order of `people`. */
export function sumShares<Person extends Sharer>(
  centers: readonly CenterLeads[],
  people: readonly Person[],
): { person: Person; leads: number }[] {
  const shares = [...shareLeads(centers, people).values()];
  return people.map((person) => ({
    person,
    leads: shares.reduce((sum, share) => sum + (share.get(person._id) ?? 0), 0),
  }));
}
