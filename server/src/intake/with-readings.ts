import type { FormerLeadValues } from '#contract/leads/differing-fields.ts';
import type { DeliveryResult } from './deliveries.db.ts';
import type { ClaimedReading } from './read-deliveries.service.ts';

/** Returns what became of deliveries, with how they were read and what the leads that they joined said instead. */
export function addReadings(
  settled: readonly DeliveryResult[],
  read: readonly Pick<ClaimedReading, 'delivery' | 'readings'>[],
  former: ReadonlyMap<{ id: string }, FormerLeadValues>,
): DeliveryResult[] {
  const formerById = new Map([...former].map(([{ id }, values]) => [id, values]));
  const readings = new Map(read.map(({ delivery, readings: [first] }) => [delivery.id, first]));
  return settled.map((each) => {
    const reading = readings.get(each.id);
    if (!reading) return each;
    const leadHad = formerById.get(each.id);
    const { enquiry } = reading.read;
    return {
      ...{ ...each, parsed: { ...reading.parsed, piece: null } },
      enquiry: enquiry && leadHad ? { ...enquiry, leadHad } : enquiry,
    };
  });
}
