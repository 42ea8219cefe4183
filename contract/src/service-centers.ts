import { z } from 'zod';
import { endpoint } from '#contract/call/endpoint.ts';
import { messages } from '#contract/call/messages.ts';
import { activeParam, pagingParams, searchParam } from '#contract/call/paging.ts';
import { id, idParams, optionalText, requiredText } from '#contract/text/text.ts';
import { textLength } from './business.ts';
import { assignedLevels, managementLevels } from './levels.ts';
import { lastEditor, serviceCenterName } from './people.ts';

const activeServiceCenter = z.object({
  _id: id,
  name: z.string(),
  address: z.string().nullable(),
  contactNo: z.string().nullable(),
  isActive: z.boolean(),
});
/** A service center as forms show it. */
export type ActiveServiceCenter = z.infer<typeof activeServiceCenter>;

export const serviceCenter = activeServiceCenter.extend({ lastModifiedBy: lastEditor });
export type ServiceCenter = z.infer<typeof serviceCenter>;

const serviceCenterWithOpenLeads = serviceCenter.extend({ openLeads: z.int() });
/** A service center as its form shows it: `openLeads` warns before it is deactivated. */
export type ServiceCenterWithOpenLeads = z.infer<typeof serviceCenterWithOpenLeads>;

export const createServiceCenterBody = z.strictObject({
  name: requiredText(textLength.name, messages.nameRequired),
  address: optionalText(textLength.line),
  contactNo: optionalText(textLength.phone),
});
export type CreateServiceCenterBody = z.infer<typeof createServiceCenterBody>;

const editServiceCenterBody = createServiceCenterBody.partial().extend({ isActive: z.boolean().optional() });
/** The fields of a service center to change; absent ones stay. */
export type EditServiceCenterBody = z.infer<typeof editServiceCenterBody>;

const ownServiceCenter = serviceCenterName.extend({ isActive: z.boolean() });
/** A service center whose leads the caller may see; one that is switched off keeps its leads. */
export type OwnServiceCenter = z.infer<typeof ownServiceCenter>;

/** Lists the service centers whose leads the caller may see: active ones by name, then those that are switched off. */
export const listOwnServiceCenters = endpoint({
  method: 'GET',
  path: '/serviceCenter/manageLeads/getServiceCenters',
  summary:
    'The centers whose leads the caller may see: active ones by name, then those that are switched off',
  tag: 'Service centers',
  reads: 'serviceCenters',
  freshSeconds: 60,
  who: assignedLevels,
  reply: z.array(ownServiceCenter),
});

/** Lists the active service centers, to choose from in forms. */
export const listActiveServiceCenters = endpoint({
  method: 'GET',
  path: '/dataEntry/manageServiceCenter',
  summary: 'Active service centers, for forms',
  tag: 'Service centers',
  reads: 'serviceCenters',
  freshSeconds: 60,
  who: assignedLevels,
  reply: z.object({ serviceCenters: z.array(activeServiceCenter) }),
});

/** Lists service centers by name, active and inactive; without `page`, all at once. */
export const listServiceCenters = endpoint({
  method: 'GET',
  path: '/management/manageServiceCenter',
  summary:
    'Service centers by name; without `page`, all of them. `search` is part of a name, address or contact',
  tag: 'Service centers',
  reads: 'serviceCenters',
  who: managementLevels,
  query: z.object({
    page: pagingParams.page.unwrap().optional(),
    limit: pagingParams.limit,
    active: activeParam,
    search: searchParam,
  }),
  reply: z.object({
    serviceCenters: z.array(serviceCenter),
    totalPages: z.int(),
    totalServiceCentercount: z.int(),
  }),
});

export const createServiceCenter = endpoint({
  method: 'POST',
  path: '/management/manageServiceCenter',
  summary: 'Add a service center; its name is unique, ignoring case',
  tag: 'Service centers',
  changes: ['serviceCenters'],
  who: managementLevels,
  body: createServiceCenterBody,
  reply: serviceCenter,
  status: 201,
  refusals: [409],
});

/** Returns a service center with how many open leads it has. */
export const getServiceCenter = endpoint({
  method: 'GET',
  path: '/management/manageServiceCenter/getSingleServicesCenter/:id',
  summary: 'One service center, with its open leads',
  tag: 'Service centers',
  reads: 'serviceCenters',
  who: managementLevels,
  params: idParams,
  reply: serviceCenterWithOpenLeads,
  refusals: [404],
});

/** Edits a service center, or switches it on or off. */
export const editServiceCenter = endpoint({
  method: 'PATCH',
  path: '/management/manageServiceCenter/:id',
  summary: 'Edit a service center, or switch it on or off; leads keep a center that is switched off',
  tag: 'Service centers',
  changes: ['serviceCenters'],
  who: managementLevels,
  params: idParams,
  body: editServiceCenterBody,
  reply: serviceCenterWithOpenLeads,
  refusals: [404, 409],
});
