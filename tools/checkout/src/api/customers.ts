import { z } from 'zod';
import { noSuch } from '../errors';
import type { Sandbox } from '../sandbox';
import { newId } from '../store/ids';
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
const listSchema = z.strictObject({ limit: z.coerce.number().max(100).optional(), expand: expandParam });
const taxIdSchema = z.strictObject({
  type: z.enum(['eu_vat', 'ch_vat', 'gb_vat', 'no_vat']),
  value: z.string().min(4).max(20),
  expand: expandParam,
});

export function customerRoutes(sandbox: Sandbox): SandboxRoutes {
  const { store, outbox } = sandbox;
  const customerOf = (id: string) => {
    const customer = store.customers.get(id);
    if (!customer) throw noSuch('customer', id);
    return customer;
  };
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
          tax_ids: [],
        });
        outbox.record('customer.created', customer);
        return customer;
      }),
    )
    .post(
      '/customers/:id',
      handle(sandbox, writeSchema, ({ expand: _expand, metadata, ...changes }, id) => {
        const customer = customerOf(id);
        return store.customers.put({ ...customer, ...changes, metadata: { ...customer.metadata, ...metadata } });
      }),
    )
    .get(
      '/customers/:id/tax_ids',
      handle(sandbox, listSchema, (_page, id) => {
        const { tax_ids: data } = customerOf(id);
        return { object: 'list', data, has_more: false, url: `/v1/customers/${id}/tax_ids` };
      }),
    )
    .post(
      '/customers/:id/tax_ids',
      handle(sandbox, taxIdSchema, ({ type, value }, id) => {
        const customer = customerOf(id);
        const added = { id: newId('txi'), object: 'tax_id' as const, type, value };
        store.customers.put({ ...customer, tax_ids: [...customer.tax_ids, added] });
        return added;
      }),
    )
    .delete('/customers/:id/tax_ids/:tax_id', (context) => {
      const customer = customerOf(context.req.param('id'));
      const gone = context.req.param('tax_id');
      store.customers.put({ ...customer, tax_ids: customer.tax_ids.filter(({ id }) => id !== gone) });
      return context.json({ id: gone, object: 'tax_id', deleted: true });
    });
}
