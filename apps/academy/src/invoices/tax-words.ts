/** How the treatments of VAT are called, by their category (UNTDID 5305). */
export const TAX_CASES = {
  S: 'Umsatzsteuerpflichtig',
  E: 'Steuerfrei',
  AE: 'Reverse Charge',
  O: 'Nicht steuerbar',
} as const;
