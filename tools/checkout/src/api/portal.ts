import { z } from 'zod';
import { noSuchParam } from '../errors';
import type { PortalConfiguration } from '../resources';
import type { Sandbox } from '../sandbox';
import type { Store } from '../store/store';
import { handle, newRoutes, type SandboxRoutes } from './handle';
import { booleanParam, expandParam, metadataParam } from './params';

const addressParam = z.url({ protocol: /^https?$/ });

const configurationSchema = z.strictObject({
  default_return_url: addressParam.optional(),
  business_profile: z.strictObject({ headline: z.string().optional() }).optional(),
  features: z.strictObject({
    // The portal has invoices of its own, and sends no one to the provider's.
    invoice_history: z.strictObject({ enabled: booleanParam.pipe(z.literal(false)) }).optional(),
    payment_method_update: z.strictObject({ enabled: booleanParam }).optional(),
    subscription_cancel: z
      .strictObject({ enabled: booleanParam, mode: z.literal('at_period_end').default('at_period_end') })
      .optional(),
    subscription_update: z
      .strictObject({
        enabled: booleanParam,
        default_allowed_updates: z.array(z.enum(['price', 'quantity', 'promotion_code'])).optional(),
        products: z.array(z.strictObject({ product: z.string(), prices: z.array(z.string()) })).default([]),
        proration_behavior: z.enum(['always_invoice', 'create_prorations', 'none']).optional(),
      })
      .optional(),
  }),
  metadata: metadataParam.optional(),
  expand: expandParam,
});
const sessionSchema = z.strictObject({
  customer: z.string(),
  configuration: z.string().optional(),
  locale: z.string().optional(),
  return_url: addressParam.optional(),
  expand: expandParam,
});

type ConfigurationParams = Omit<z.infer<typeof configurationSchema>, 'expand'>;

function makeConfiguration(store: Store, params: ConfigurationParams, isDefault: boolean): PortalConfiguration {
  const { subscription_cancel: cancel, subscription_update: update } = params.features;
  for (const { prices, product } of update?.products ?? []) {
    if (!store.products.get(product)) throw noSuchParam('product', product, 'features[subscription_update][products]');
    const unknown = prices.find((id) => store.prices.get(id)?.product !== product);
    if (unknown) throw noSuchParam('price', unknown, 'features[subscription_update][products]');
  }
  const head = store.head('bpc', 'billing_portal.configuration');
  return store.portalConfigurations.put({
    ...head,
    active: true,
    default_return_url: params.default_return_url ?? null,
    features: {
      invoice_history: { enabled: false },
      subscription_cancel: cancel ?? { enabled: false, mode: 'at_period_end' },
      subscription_update: { enabled: update?.enabled ?? false, products: update?.products ?? [] },
    },
    is_default: isDefault,
    metadata: { ...params.metadata },
    updated: head.created,
  });
}

/** The configuration of a portal session that names none: customers may cancel. */
function defaultConfiguration(store: Store): PortalConfiguration {
  return (
    store.portalConfigurations.find((configuration) => configuration.is_default) ??
    makeConfiguration(store, { features: { subscription_cancel: { enabled: true, mode: 'at_period_end' } } }, true)
  );
}

export function portalRoutes(sandbox: Sandbox): SandboxRoutes {
  const { store, publicUrl } = sandbox;
  return newRoutes()
    .post(
      '/billing_portal/configurations',
      handle(sandbox, configurationSchema, ({ expand: _expand, ...params }) => makeConfiguration(store, params, false)),
    )
    .post(
      '/billing_portal/sessions',
      handle(sandbox, sessionSchema, ({ customer, configuration: named, locale, return_url: returnUrl }) => {
        if (!store.customers.get(customer)) throw noSuchParam('customer', customer, 'customer');
        const configuration = named === undefined ? defaultConfiguration(store) : store.portalConfigurations.get(named);
        if (!configuration) throw noSuchParam('configuration', named ?? '', 'configuration');
        const head = store.head('bps', 'billing_portal.session');
        return store.portalSessions.put({
          ...head,
          configuration: configuration.id,
          customer,
          locale: locale ?? null,
          return_url: returnUrl ?? configuration.default_return_url,
          url: `${publicUrl}/p/session/${head.id}`,
        });
      }),
    );
}
