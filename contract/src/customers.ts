import { z } from 'zod';
import { endpoint } from '#contract/call/endpoint.ts';
import { messages } from '#contract/call/messages.ts';
import { pagingParams, searchParam } from '#contract/call/paging.ts';
import { calendarDate, instant } from '#contract/text/dates.ts';
import { id, idParams, optionalEmail, optionalText, requiredText } from '#contract/text/text.ts';
import { textLength } from './business.ts';
import { managementLevels } from './levels.ts';
import { offeringType } from './offerings.ts';
import { lastEditor, person, serviceCenterName } from './people.ts';

/**
 * One per person; `mobile`: the main number in its normalised form, `otherMobiles`: of customers merged into this one.
 * `hasSuggestion`: a lead gave another name or email. `lastModifiedBy`: also whose lead created or completed it; null if unknown.
 */
export const customer = z.object({
  _id: id,
  name: z.string(),
  email: z.string().nullable(),
  mobile: z.string(),
  otherMobiles: z.array(z.string()),
  hasSuggestion: z.boolean(),
  lastModifiedBy: lastEditor,
});
export type Customer = z.infer<typeof customer>;

/** The fields of a customer for which leads can suggest another value. */
export const suggestionFields = ['name', 'email'] as const;
export type SuggestionField = (typeof suggestionFields)[number];

const customerSuggestion = z.object({ value: z.string(), by: person, at: instant, lead: id });
/** A name or email that differs from the customer's, and the lead that gave it. */
export type CustomerSuggestion = z.infer<typeof customerSuggestion>;

/** A customer with the name and email that leads suggest and that wait for a decision. */
export const customerDetails = customer.extend({
  nameSuggestion: customerSuggestion.nullable(),
  emailSuggestion: customerSuggestion.nullable(),
});
export type CustomerDetails = z.infer<typeof customerDetails>;

const editCustomerBody = z.strictObject({
  name: requiredText(textLength.name, messages.nameRequired).optional(),
  email: optionalEmail,
});
/** The name or email to set; absent ones stay. */
export type EditCustomerBody = z.infer<typeof editCustomerBody>;

const decideSuggestionBody = z.strictObject({
  field: z.enum(suggestionFields),
  take: z.boolean(),
  value: requiredText(textLength.email),
});
/** Takes over a name or email that a lead suggested, or dismisses it for good. */
export type DecideSuggestionBody = z.infer<typeof decideSuggestionBody>;

const customerAddress = z.object({
  _id: id,
  label: z.string().nullable(),
  line: z.string(),
  area: z.string().nullable(),
  city: z.string().nullable(),
  isDefault: z.boolean(),
  lastModifiedBy: lastEditor,
});
export type CustomerAddress = z.infer<typeof customerAddress>;

/** The body of a new address. The first one of a customer is the default, whatever `isDefault` says. */
export const createAddressBody = z.strictObject({
  label: optionalText(textLength.name),
  line: requiredText(textLength.line),
  area: optionalText(textLength.name),
  city: optionalText(textLength.name),
  isDefault: z.boolean().optional(),
});
export type CreateAddressBody = z.infer<typeof createAddressBody>;

const editAddressBody = createAddressBody.partial();
/** The fields of an address to change; absent ones stay. */
export type EditAddressBody = z.infer<typeof editAddressBody>;

/** A booked or completed lead of a customer. `date` is the appointment, else the day on which the lead got its status. */
export const customerBooking = z.object({
  _id: id,
  date: calendarDate,
  jobId: z.string().nullable(),
  serviceOrCampaign: z.object({ _id: id, name: z.string(), type: offeringType }).nullable(),
  vehicleNumber: z.string().nullable(),
  serviceCenter: serviceCenterName,
  status: z.enum(['booked', 'completed']),
  isActive: z.boolean(),
});
export type CustomerBooking = z.infer<typeof customerBooking>;

const addressParams = z.object({ id, addressId: id });

export const listCustomers = endpoint({
  method: 'GET',
  path: '/management/customers/getAllCustomers',
  summary:
    'Customers by name, without merged ones; `search` is part of a name, phone or email; `suggestions` true: those with one that awaits a decision; `isTotalCapped`: more match than `totalCustomerCount`',
  tag: 'Customers',
  reads: 'customers',
  who: managementLevels,
  query: z.object({ ...pagingParams, search: searchParam, suggestions: z.literal('true').optional() }),
  reply: z.object({
    customers: z.array(customer),
    totalPages: z.int(),
    totalCustomerCount: z.int(),
    isTotalCapped: z.boolean(),
  }),
});

export const getCustomer = endpoint({
  method: 'GET',
  path: '/management/customers/getSingleCustomer/:id',
  summary:
    'One customer; 409 with the kept one, as for every call of a customer, if it is merged into another one',
  tag: 'Customers',
  reads: 'customers',
  who: managementLevels,
  params: idParams,
  reply: customerDetails,
  refusals: [404, 409],
});

export const editCustomer = endpoint({
  method: 'PATCH',
  path: '/management/customers/:id',
  summary: 'Edit the name or email of a customer',
  tag: 'Customers',
  changes: ['customers'],
  who: managementLevels,
  params: idParams,
  body: editCustomerBody,
  reply: customerDetails,
  refusals: [404, 409],
});

/** Takes over a name or email that a lead suggested, or dismisses it for good. */
export const decideCustomerSuggestion = endpoint({
  method: 'POST',
  path: '/management/customers/:id/suggestions',
  summary:
    'Take over a name or email that a lead suggests, or dismiss it permanently; 409 with the customer when it no longer awaits a decision',
  tag: 'Customers',
  changes: ['customers'],
  who: managementLevels,
  params: idParams,
  body: decideSuggestionBody,
  reply: customerDetails,
  refusals: [404, 409],
});

export const listCustomerAddresses = endpoint({
  method: 'GET',
  path: '/management/customers/:id/addresses',
  summary: 'The addresses of a customer, the default first',
  tag: 'Customers',
  reads: 'customers',
  who: managementLevels,
  params: idParams,
  reply: z.object({ addresses: z.array(customerAddress) }),
  refusals: [404, 409],
});

export const createCustomerAddress = endpoint({
  method: 'POST',
  path: '/management/customers/:id/addresses',
  summary: 'Add an address; a new default takes the place of the old one',
  tag: 'Customers',
  changes: ['customers'],
  who: managementLevels,
  params: idParams,
  body: createAddressBody,
  reply: customerAddress,
  status: 201,
  refusals: [404, 409],
});

/** Edits an address; the default one stays the default until another becomes it. */
export const editCustomerAddress = endpoint({
  method: 'PATCH',
  path: '/management/customers/:id/addresses/:addressId',
  summary: 'Edit an address; the default gives way only to another one',
  tag: 'Customers',
  changes: ['customers'],
  who: managementLevels,
  params: addressParams,
  body: editAddressBody,
  reply: customerAddress,
  refusals: [404, 409],
});

/** Deletes an address; the oldest other one becomes the default in its place. */
export const deleteCustomerAddress = endpoint({
  method: 'DELETE',
  path: '/management/customers/:id/addresses/:addressId',
  summary: 'Delete an address; the oldest of the others follows a deleted default',
  tag: 'Customers',
  changes: ['customers'],
  who: managementLevels,
  params: addressParams,
  refusals: [404, 409],
});

/** Lists the booked and completed leads of a customer, archived ones included, newest first. */
export const listCustomerBookings = endpoint({
  method: 'GET',
  path: '/management/customers/:id/orders',
  summary: 'Booked and completed leads of a customer, archived ones included, newest first',
  tag: 'Customers',
  reads: 'customers',
  who: managementLevels,
  params: idParams,
  query: z.object(pagingParams),
  reply: z.object({ orders: z.array(customerBooking), totalPages: z.int(), totalOrderCount: z.int() }),
  refusals: [404, 409],
});
