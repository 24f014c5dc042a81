/** Portal addresses that this area links to. */
export const paths = {
  catalog: '/seminar-catalog',
  dashboard: '/dashboard',
  purchases: '/purchases',
  traineePurchases: '/profile/kaeufe',
  subscription: '/subscription',
  terms: '/agb',
  privacy: '/datenschutz',
  withdrawalInstruction: '/widerrufsbelehrung',
} as const;
