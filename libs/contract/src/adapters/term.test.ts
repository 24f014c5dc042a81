import { CONTRACT_ADAPTERS } from './adapters';
import { adapterTermSchema } from './term';

it('has readable terms, each major once', () => {
  const majors = CONTRACT_ADAPTERS.map(({ contract, until }) => {
    expect(adapterTermSchema.parse({ contract, until })).toEqual({ contract, until });
    return contract.split('.')[0];
  });
  expect(new Set(majors).size).toBe(majors.length);
});

it.each(['soon', '2027-6-30', '30.06.2027', '2027-02-30'])('has no term until "%s"', (until) => {
  expect(adapterTermSchema.safeParse({ contract: '1.8.0', until }).success).toBe(false);
});
