import type { Stage } from './stage';

export const AREAS = ['trainee', 'elearning'];
const CARD = '„E-Learning“ kann gerade nicht angezeigt werden';
const STALE = 'Das Portal ist gerade nur eingeschränkt erreichbar';

/** The release store cannot be reached, and comes back. */
export async function playStoreDown(stage: Stage): Promise<void> {
  const { story } = stage;
  const operator = await stage.operator();
  const verify = ['verify', '--store-url', stage.storeUrl];

  story.step('Before');
  const trainee = await stage.visitor('piw');
  await trainee.visits('/dashboard', { page: 'Willkommen zurück', seesNot: STALE });
  await stage.run(operator, verify);

  story.step('The release store is gone');
  const bringBack = await stage.portal.interruptStore();
  story.say('Who is inside goes on; an area that this page has not loaded yet says why it does not come.');
  await trainee.follows('E-Learning', { sees: CARD });
  await trainee.follows('Dashboard', { page: 'Willkommen zurück', seesNot: CARD });
  story.say('Pages of the shell do not need the store.');
  await trainee.visits('/impressum', { page: 'Impressum' });
  story.say('Returning users have the menu of the last visit; new ones read that the portal is limited.');
  await trainee.visits('/dashboard', { sees: STALE });
  const newcomer = await stage.visitor('piw', 'a new browser');
  await newcomer.visits('/dashboard', { sees: STALE });

  story.step('Which part is it?', 'docs/operator.md, "An incident, step by step", 5');
  await stage.run(operator, verify, { refused: /cannot be fetched/ });
  await stage.run(operator, ['status']);
  story.say('Nothing is signed again and nothing is rolled back: releases and entries are as they were.');

  story.step('The store is back');
  await bringBack();
  await newcomer.presses('Erneut versuchen', { page: 'Willkommen zurück', seesNot: STALE });
  await trainee.visits('/e-learning', { page: 'E-Learning', seesNot: CARD });
  await stage.run(operator, verify);
}
