/** Whether a seminar would get a price of 0 € that it did not have before. */
export const isNewlyFree = (price: string | number, stored: { readonly price_euros: number } | null): boolean =>
  Number(price) === 0 && (stored === null || stored.price_euros !== 0);
