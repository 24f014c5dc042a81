import { readTimes, textOfTimes } from './kept-times';

it('times are read as they were written, and nothing else is', () => {
  const times = new Map([
    ['Dashboard, warm, trainee', { byPart: new Map([['react', 12.5]]), byPlace: new Map([['libs/a.ts draw', 3]]) }],
  ]);
  expect(readTimes(textOfTimes({ runs: 5, times }))).toEqual({ runs: 5, times });
  expect(() => readTimes('{"runs":0,"times":[]}')).toThrow();
  expect(() => readTimes('{"runs":1,"times":[["a",{"byPart":[["b","c"]],"byPlace":[]}]]}')).toThrow();
});
