import { broken, releaseOf } from './release-of';
import type { Stage } from './stage';

export const AREAS = ['trainee', 'elearning'];
const CARD = '„E-Learning“ kann gerade nicht angezeigt werden';
const PREVIOUS = 'Sie sehen eine frühere Version dieses Bereichs';
const REASON = 'Wir reparieren das E-Learning.';

/** A team gives all users a release that does not start. */
export async function playBadRelease(stage: Stage): Promise<void> {
  const { story } = stage;
  const operator = await stage.operator();
  const eva = stage.member('Eva');
  const key = await stage.firstKey('elearning');
  const release = async (mark: string, edit?: typeof broken) => {
    const made = await releaseOf('elearning', stage.builds, { mark, ...(edit && { edit }) });
    await stage.run(eva, ['pack', made.folder, '--key', key]);
    await stage.run(eva, ['publish', made.folder]);
    await stage.run(eva, ['promote', 'elearning', made.version, '--why', 'a release', '--key', key]);
    return made.version;
  };

  story.step('Before');
  const trainee = await stage.visitor('piw');
  await trainee.visits('/e-learning', { page: 'E-Learning', seesNot: CARD });

  story.step('A release goes out that does not start');
  const bad = await release('bad000000001', broken);
  story.say('Users get the previous release, and read that it is one. The rest of the portal works.');
  await trainee.visits('/e-learning', { page: 'E-Learning', sees: PREVIOUS, seesNot: CARD });
  await trainee.follows('Dashboard', { page: 'Willkommen zurück', seesNot: CARD });

  story.step('The team goes back', 'docs/release.md, "When it goes wrong": The new release is bad');
  await stage.run(eva, ['rollback', 'elearning', '--why', 'does not start', '--key', key]);
  story.say('Users have it at their next navigation, in the page that is open.');
  await trainee.follows('E-Learning', { page: 'E-Learning', seesNot: PREVIOUS });
  const { text } = await stage.run(eva, ['status', 'elearning', '--json']);
  const lastGood = /"lastGood": \[(.*?)\]/s.exec(text)?.[1] ?? bad;
  story.expect('the bad release is none of the last good ones', !lastGood.includes(bad), text);

  story.step('It is released again, and the team is absent', 'docs/operator.md, "An incident", 4');
  await stage.run(eva, ['promote', 'elearning', bad, '--why', 'the build server again', '--key', key]);
  await trainee.visits('/e-learning', { page: 'E-Learning', sees: PREVIOUS });
  const stop = ['stop', 'elearning', '--versions', bad, '--reason', REASON, '--why', 'incident 13'];
  await stage.run(operator, stop);
  await stage.run(operator, ['stops']);
  story.say('All users get the last good release instead; the area stays open.');
  await trainee.visits('/e-learning', { page: 'E-Learning', seesNot: PREVIOUS });

  story.step('Nothing is good: the team closes its area', 'docs/release.md, "When it goes wrong": nothing is good');
  const off = ['disable', 'elearning', '--reason', REASON, '--until', '2099-11-22 18:00', '--why', 'incident 13'];
  await stage.run(eva, off);
  await trainee.visits('/e-learning', { sees: REASON, seesNot: CARD });
  await trainee.follows('Dashboard', { page: 'Willkommen zurück', seesNot: REASON });

  story.step('The next release mends it', 'docs/release.md, "A release"');
  const good = await release('600d00000001');
  await stage.run(eva, ['enable', 'elearning', '--why', 'mended']);
  await stage.run(operator, ['start', 'elearning', '--why', 'incident 13 resolved']);
  await trainee.visits('/e-learning', { page: 'E-Learning', seesNot: CARD });
  const { text: history } = await stage.run(eva, ['history', 'elearning', '--limit', '20']);
  story.expect(
    'the log has every step, with who and why',
    [bad, good, 'incident 13'].every((each) => history.includes(each)),
    history,
  );
}
