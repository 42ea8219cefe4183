import type { FastifyInstance } from 'fastify';
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

export function customerRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, contract.listCustomers, ({ context, query }) => listCustomers(context, query));

  serve(app, context, contract.getCustomer, ({ context, params }) => getCustomer(context, params.id));

  serve(app, context, contract.editCustomer, ({ context, params, body }) =>
    editCustomer(context, params.id, body),
  );

  serve(app, context, contract.decideSuggestion, ({ context, params, body }) =>
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

  serve(app, context, contract.listOrders, ({ context, params, query }) =>
    listOrders(context, params.id, query),
  );
}
