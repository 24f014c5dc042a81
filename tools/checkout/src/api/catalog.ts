import { z } from 'zod';
import { noSuchParam, ProviderError } from '../errors';
import { intervalSchema, type Price, type Product } from '../resources';
import type { Sandbox } from '../sandbox';
import type { Store } from '../store/store';
import { handle, newRoutes, type SandboxRoutes } from './handle';
import { booleanParam, expandParam, integerParam, metadataParam, pageParams } from './params';
import { page } from './paging';

const productDataParam = z.strictObject({
  name: z.string().min(1),
  metadata: metadataParam.optional(),
});
const amountParam = integerParam.pipe(z.int().min(0).max(99_999_999));
const currencyParam = z.string().regex(/^[a-z]{3}$/);

const priceSchema = z.strictObject({
  currency: currencyParam,
  unit_amount: amountParam,
  product: z.string().optional(),
  product_data: productDataParam.optional(),
  recurring: z.strictObject({ interval: intervalSchema }).optional(),
  lookup_key: z.string().max(200).optional(),
  tax_behavior: z.literal('inclusive').optional(),
  metadata: metadataParam.optional(),
  expand: expandParam,
});
/** A price given instead of an existing one. */
export const priceDataParam = priceSchema.omit({ lookup_key: true, metadata: true, expand: true });

const priceListSchema = z.strictObject({
  ...pageParams,
  active: booleanParam.optional(),
  lookup_keys: z.array(z.string()).optional(),
});

function makeProduct(store: Store, data: z.infer<typeof productDataParam>): Product {
  return store.products.put({
    ...store.head('prod', 'product'),
    active: true,
    metadata: { ...data.metadata },
    name: data.name,
  });
}

type PriceData = Omit<z.infer<typeof priceSchema>, 'expand'>;

/** Makes a price, and its product when it is described instead of named. */
export function makePrice(store: Store, data: PriceData, param: string): Price {
  const { product: named, product_data: described, recurring } = data;
  if (named !== undefined && !store.products.get(named)) throw noSuchParam('product', named, `${param}product`);
  const product = named ?? (described ? makeProduct(store, described).id : undefined);
  if (product === undefined) {
    throw new ProviderError(400, 'You must specify either `product` or `product_data` when creating a price.', {
      param: `${param}product`,
    });
  }
  return store.prices.put({
    ...store.head('price', 'price'),
    active: true,
    billing_scheme: 'per_unit',
    currency: data.currency,
    lookup_key: data.lookup_key ?? null,
    metadata: { ...data.metadata },
    product,
    recurring: recurring
      ? { ...recurring, interval_count: 1, meter: null, trial_period_days: null, usage_type: 'licensed' }
      : null,
    tax_behavior: 'inclusive',
    type: recurring ? 'recurring' : 'one_time',
    unit_amount: data.unit_amount,
  });
}

export function catalogRoutes(sandbox: Sandbox): SandboxRoutes {
  const { store } = sandbox;
  return newRoutes()
    .post(
      '/prices',
      handle(sandbox, priceSchema, ({ expand: _expand, ...data }) => {
        const { lookup_key: key } = data;
        if (key !== undefined && store.prices.find((price) => price.lookup_key === key)) {
          throw new ProviderError(400, `A price (\`${key}\`) already uses that lookup key.`, {
            code: 'resource_already_exists',
            param: 'lookup_key',
          });
        }
        return makePrice(store, data, '');
      }),
    )
    .get(
      '/prices',
      handle(sandbox, priceListSchema, ({ active, lookup_keys: keys, limit }) =>
        page(
          store.prices.filter(
            (price) =>
              (active === undefined || price.active === active) &&
              (keys === undefined || (price.lookup_key !== null && keys.includes(price.lookup_key))),
          ),
          limit,
          '/v1/prices',
        ),
      ),
    );
}
