/**
 * Names with the initials of an avatar and the short name of the leaderboard. Shared by both implementations, which
 * cannot call each other: `names.ts` next to it, and `private.nemus_short_name` in the database.
 */
export const NAME_CASES: readonly (readonly [first: string, last: string, initials: string, short: string])[] = [
  ['Anna Maria', 'Berg', 'AB', 'Anna Maria B.'],
  ['Cem', '', 'C', 'Cem'],
  ['', 'Berg', 'B', 'B.'],
  ['Dr. Ida', 'Groß', 'IG', 'Ida G.'],
  ['Prof. Dr. med. Ida', 'Groß', 'IG', 'Ida G.'],
  ['Prof.Dr. Ida', 'Groß', 'IG', 'Ida G.'],
  ['Dipl.-Psych. Paul', 'Kern', 'PK', 'Paul K.'],
  ['Dr.', 'Kern', 'K', 'Dr. K.'],
  ['Anna', 'von der Au', 'AA', 'Anna A.'],
  ['Graf', 'zu Dohna', 'GD', 'Graf D.'],
  ['Gerard', "'t Hooft", 'GH', 'Gerard H.'],
  ['Nora', "O'Neil", 'NO', 'Nora O.'],
  ['Van', 'Le', 'VL', 'Van L.'],
  ['Özlem', 'Ünal', 'ÖÜ', 'Özlem Ü.'],
  // A letter with a combining accent.
  ['Zoe', 'E\u0301toile', 'ZE\u0301', 'Zoe E\u0301.'],
  // Emoji of several code points: a family, a hand with its colour, a flag.
  ['👩‍👩‍👧', '👋🏽 Kern', '👩‍👩‍👧K', '👩‍👩‍👧 👋🏽.'],
  ['🇩🇪', '👩‍⚕️', '🇩🇪👩‍⚕️', '🇩🇪 👩‍⚕️.'],
];
