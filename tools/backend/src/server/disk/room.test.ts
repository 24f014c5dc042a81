import { watchRoom } from './room';

test('a full disk is reported once, and again when there is room', () => {
  jest.useFakeTimers();
  const lines: string[] = [];
  let free = 100;
  const room = watchRoom(
    '/data',
    50,
    (line) => lines.push(line),
    () => free,
  );
  const look = () => {
    jest.advanceTimersByTime(1_000);
    return room.isFull();
  };
  expect(look()).toBe(false);
  free = 49;
  expect([look(), look()]).toEqual([true, true]);
  expect(lines).toEqual([expect.stringMatching(/^The disk of \/data is full: /)]);
  free = 50;
  expect(look()).toBe(false);
  expect(lines[1]).toBe('The disk of /data has room again: writing goes on.');
  jest.useRealTimers();
});

test('the file system is asked for the folder that is there', () => {
  expect(watchRoom(__dirname, 0, () => undefined).free()).toBeGreaterThan(0);
});
