import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/customers.ts';
import type { Context } from '#server/context.ts';
import {
  addAddress,
  deleteAddress,
  editAddress,
  listAddresses,
} from '#server/customers/addresses.service.ts';
import { editCustomer, getCustomer, listCustomers } from '#server/customers/customers.service.ts';
import { listOrders } from '#server/customers/orders.service.ts';
import { register } from '#server/http/register.ts';

/** Customers with their addresses and orders. */
export function customerRoutes(app: FastifyInstance, context: Context): void {
  register(app, context, contract.listCustomers, ({ context, query }) => listCustomers(context, query));

  register(app, context, contract.getCustomer, ({ context, params }) => getCustomer(context, params.id));

  register(app, context, contract.editCustomer, ({ context, params, body }) =>
    editCustomer(context, params.id, body),
  );

  register(app, context, contract.listAddresses, async ({ context, params }) => ({
    addresses: await listAddresses(context, params.id),
  }));

  register(app, context, contract.createAddress, ({ context, params, body }) =>
    addAddress(context, params.id, body),
  );

  register(app, context, contract.editAddress, ({ context, params, body }) =>
    editAddress(context, params.id, params.addressId, body),
  );

  register(app, context, contract.deleteAddress, async ({ context, params }) => {
    await deleteAddress(context, params.id, params.addressId);
    return undefined;
  });

  register(app, context, contract.listOrders, ({ context, params, query }) =>
    listOrders(context, params.id, query),
  );
}
