/** Addresses of the portal that this area leads to, in one place. */
export const paths = {
  catalog: '/seminar-catalog',
  dashboard: '/dashboard',
  purchases: '/purchases',
  traineePurchases: '/profile/kaeufe',
  subscription: '/subscription',
  terms: '/agb',
  withdrawalInstruction: '/widerrufsbelehrung',
} as const;
