import { z } from 'zod';
import { noSuch } from '../errors';
import type { Sandbox } from '../sandbox';
import { handle, newRoutes, type SandboxRoutes } from './handle';
import { expandParam, metadataParam } from './params';

const line = z.string().max(500).optional();
const addressParam = z
  .strictObject({ city: line, country: z.string().length(2).optional(), line1: line, line2: line, postal_code: line })
  .transform(({ city, country, line1, line2, postal_code: code }) => ({
    city: city ?? null,
    country: country ?? null,
    line1: line1 ?? null,
    line2: line2 ?? null,
    postal_code: code ?? null,
    state: null,
  }));

const writable = {
  address: addressParam.optional(),
  email: z.email().optional(),
  name: z.string().max(256).optional(),
  metadata: metadataParam.optional(),
  expand: expandParam,
};
const writeSchema = z.strictObject(writable);

export function customerRoutes(sandbox: Sandbox): SandboxRoutes {
  const { store, outbox } = sandbox;
  return newRoutes()
    .post(
      '/customers',
      handle(sandbox, writeSchema, ({ address, email, name, metadata }) => {
        const customer = store.customers.put({
          ...store.head('cus', 'customer'),
          balance: 0,
          address: address ?? null,
          email: email ?? null,
          metadata: { ...metadata },
          name: name ?? null,
        });
        outbox.record('customer.created', customer);
        return customer;
      }),
    )
    .post(
      '/customers/:id',
      handle(sandbox, writeSchema, ({ expand: _expand, metadata, ...changes }, id) => {
        const customer = store.customers.get(id);
        if (!customer) throw noSuch('customer', id);
        return store.customers.put({ ...customer, ...changes, metadata: { ...customer.metadata, ...metadata } });
      }),
    );
}
