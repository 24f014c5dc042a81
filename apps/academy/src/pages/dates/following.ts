import { formatCount } from '@nemus/ui';

/** Which dates of a series a change is for. */
export type Scope = 'one' | 'following';

/** The choice between one date of a series and all that follow. */
export const followingOptions = (dates: number): readonly { readonly value: Scope; readonly label: string }[] => [
  { value: 'one', label: 'Nur dieser Termin' },
  { value: 'following', label: `Dieser und alle folgenden der Serie (${formatCount(dates, 'Termin', 'Termine')})` },
];
