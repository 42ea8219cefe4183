import type { FastifyInstance } from 'fastify';
import * as merging from '#contract/customer-merges.ts';
import * as contract from '#contract/customers.ts';
import type { Context } from '#server/context.ts';
import { serve } from '#server/http/serve.ts';
import { addAddress, deleteAddress, editAddress, listAddresses } from './addresses.service.ts';
import {
  decideSuggestion,
  editCustomer,
  getCustomer,
  listCustomers,
  listOrders,
} from './customers.service.ts';
import { mergeCustomers } from './merge/merge-customers.service.ts';
import { listMerges, previewMerge } from './merge/merges.service.ts';
import type { CustomerLeads } from './merge/settle-leads.service.ts';
import { undoMerge } from './merge/undo-merge.service.ts';

export function customerRoutes(app: FastifyInstance, context: Context, leads: CustomerLeads): void {
  serve(app, context, contract.listCustomers, ({ context, query }) => listCustomers(context, query));

  serve(app, context, contract.getCustomer, ({ context, params }) => getCustomer(context, params.id));

  serve(app, context, contract.editCustomer, ({ context, params, body }) =>
    editCustomer(context, params.id, body),
  );

  serve(app, context, contract.decideCustomerSuggestion, ({ context, params, body }) =>
    decideSuggestion(context, params.id, body),
  );

  serve(app, context, contract.listAddresses, async ({ context, params }) => ({
    addresses: await listAddresses(context, params.id),
  }));

  serve(app, context, contract.createAddress, ({ context, params, body }) =>
    addAddress(context, params.id, body),
  );

  serve(app, context, contract.editAddress, ({ context, params, body }) =>
    editAddress(context, params.id, params.addressId, body),
  );

  serve(app, context, contract.deleteAddress, async ({ context, params }) => {
    await deleteAddress(context, params.id, params.addressId);
    return undefined;
  });

  serve(app, context, contract.listCustomerBookings, ({ context, params, query }) =>
    listOrders(context, params.id, query),
  );

  serve(app, context, merging.previewCustomerMerge, ({ context, query }) =>
    previewMerge(context, query.customers.split(',')),
  );

  serve(app, context, merging.mergeCustomers, ({ context, body }) => mergeCustomers(context, leads, body));

  serve(app, context, merging.undoCustomerMerge, ({ context, params }) =>
    undoMerge(context, leads, params.id),
  );

  serve(app, context, merging.listCustomerMerges, async ({ context, params }) => ({
    merges: await listMerges(context, params.id),
  }));
}
