/** Props of every slot that one area may show inside another. A new slot is a minor version of the contract. */
export interface SlotProps {
  /** Purchase buttons of one course: by card, for institutions also by credits. */
  'course-purchase': {
    readonly courseId: string;
    readonly courseTitle: string;
    /** Gross price in euros, for display; the function reads the price from the database. */
    readonly priceEuros: number;
    readonly creditCost: number;
    readonly enrolled: boolean;
  };
  /** The institution's credit balance. */
  'credit-balance': { readonly variant: 'inline' | 'card' };
}
export type SlotName = keyof SlotProps;
