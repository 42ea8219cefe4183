import type { FastifyInstance } from 'fastify';
import * as merging from '#contract/customer-merges.ts';
import * as contract from '#contract/customers.ts';
import type { Context } from '#server/context.ts';
import { serveEndpoint } from '#server/http/serve.ts';
import {
  addCustomerAddress,
  deleteCustomerAddress,
  editCustomerAddress,
  listCustomerAddresses,
} from './addresses.service.ts';
import {
  decideCustomerSuggestion,
  editCustomer,
  getCustomer,
  listCustomerBookings,
  listCustomers,
} from './customers.service.ts';
import { mergeCustomers } from './merge/merge-customers.service.ts';
import { listCustomerMerges, previewCustomerMerge } from './merge/merges.service.ts';
import type { CustomerLeads } from './merge/reassign-leads.service.ts';
import { undoCustomerMerge } from './merge/undo-merge.service.ts';

export function customerRoutes(app: FastifyInstance, context: Context, leads: CustomerLeads): void {
  serveEndpoint(app, context, contract.listCustomers, ({ context, query }) => listCustomers(context, query));

  serveEndpoint(app, context, contract.getCustomer, ({ context, params }) => getCustomer(context, params.id));

  serveEndpoint(app, context, contract.editCustomer, ({ context, params, body }) =>
    editCustomer(context, params.id, body),
  );

  serveEndpoint(app, context, contract.decideCustomerSuggestion, ({ context, params, body }) =>
    decideCustomerSuggestion(context, params.id, body),
  );

  serveEndpoint(app, context, contract.listCustomerAddresses, async ({ context, params }) => ({
    addresses: await listCustomerAddresses(context, params.id),
  }));

  serveEndpoint(app, context, contract.createCustomerAddress, ({ context, params, body }) =>
    addCustomerAddress(context, params.id, body),
  );

  serveEndpoint(app, context, contract.editCustomerAddress, ({ context, params, body }) =>
    editCustomerAddress(context, params.id, params.addressId, body),
  );

  serveEndpoint(app, context, contract.deleteCustomerAddress, async ({ context, params }) => {
    await deleteCustomerAddress(context, params.id, params.addressId);
    return undefined;
  });

  serveEndpoint(app, context, contract.listCustomerBookings, ({ context, params, query }) =>
    listCustomerBookings(context, params.id, query),
  );

  serveEndpoint(app, context, merging.previewCustomerMerge, ({ context, query }) =>
    previewCustomerMerge(context, query.customers.split(',')),
  );

  serveEndpoint(app, context, merging.mergeCustomers, ({ context, body }) =>
    mergeCustomers(context, leads, body),
  );

  serveEndpoint(app, context, merging.undoCustomerMerge, ({ context, params }) =>
    undoCustomerMerge(context, leads, params.id),
  );

  serveEndpoint(app, context, merging.listCustomerMerges, async ({ context, params }) => ({
    merges: await listCustomerMerges(context, params.id),
  }));
}
