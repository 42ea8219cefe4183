import { newId } from '#server/lib/ids.ts';
import { addOffering } from '#server/offerings/offerings.service.ts';
import { addServiceCenter } from '#server/service-centers/service-centers.service.ts';
import type { TestApp } from './test-app.ts';

/** @returns ids of two centers, a service, a campaign and a part. */
export async function addFixtures(app: TestApp) {
  const none = { address: null, contactNo: null };
  const noDays = { location: null, startDate: null, endDate: null };
  return {
    north: await addServiceCenter(app.context, { name: 'North', ...none }),
    south: await addServiceCenter(app.context, { name: 'South', ...none }),
    oil: await addOffering(app.context, { name: 'Oil Change', type: 'service', ...noDays }),
    pads: await addOffering(app.context, { name: 'Brake Pads', type: 'parts', ...noDays }),
    festival: await addOffering(app.context, {
      name: 'Eid Festival',
      type: 'campaign',
      location: 'Dhaka',
      startDate: '2026-03-01',
      endDate: '2026-03-10',
    }),
  };
}

export const nobody = newId(new Date('2020-01-01T00:00:00Z'));
