/** The seminar of the story: what staff enters, and what all others must see. */
export const SEMINAR = {
  title: 'Angst verstehen und behandeln',
  description: 'Zwei Termine zur Wahl.\n\nMit Übungen in kleinen Gruppen.',
  theory: 4,
  practice: 2,
  elearning: 2,
  price: '120',
  credits: 60,
} as const;

/** Its e-learning course. */
export const COURSE = 'Angst im Alltag';

/** Questions of the quiz, the right answer first. */
export const QUESTIONS = [
  ['Was hält Angst aufrecht?', 'Vermeidung', 'Annäherung', 'Bewegung'],
  ['Was nimmt in der Exposition ab?', 'Die Angst', 'Die Übung', 'Das Interesse'],
  ['Was steht am Anfang?', 'Die Diagnostik', 'Der Abschluss', 'Die Rechnung'],
] as const;
