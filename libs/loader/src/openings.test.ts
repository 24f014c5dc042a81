import { PAGE_DATA_KEPT_MS } from '@nemus/start/limits';
import { settle } from './loader-fixtures';
import { Openings } from './openings';

/** A hovered area, and a clock. */
async function pointedAt() {
  let time = 0;
  const openings = new Openings({ now: () => time });
  const opened = jest.fn();
  const opening = openings.expect('demo');
  void opening.opened.then(opened);
  await settle();
  return {
    opening,
    opened,
    pass: (ms: number) => (time += ms),
    open: async (remote = 'demo') => {
      openings.open(remote);
      await settle();
    },
  };
}

it('reports the area that is opened, and no other', async () => {
  const { opening, opened, open } = await pointedAt();
  opening.begin();
  await open('other');
  expect(opened).not.toHaveBeenCalled();
  await open();
  expect(opened).toHaveBeenCalledTimes(1);
});

it('is still valid when the page was too busy to drop prepared data in time', async () => {
  const { opening, opened, open, pass } = await pointedAt();
  opening.begin();
  pass(PAGE_DATA_KEPT_MS + 1_000);
  await open();
  expect(opened).toHaveBeenCalledTimes(1);
});

it('reports nothing about an area that is opened long after its preparation was dropped', async () => {
  const { opening, opened, open, pass } = await pointedAt();
  opening.begin();
  pass(3 * PAGE_DATA_KEPT_MS);
  await open();
  expect(opened).not.toHaveBeenCalled();
});

it('waits as long as the code takes', async () => {
  const { opened, open, pass } = await pointedAt();
  pass(3 * PAGE_DATA_KEPT_MS);
  await open();
  expect(opened).toHaveBeenCalledTimes(1);
});
