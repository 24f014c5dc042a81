afterEach(() => jest.restoreAllMocks());

it('makes no formatter before a text asks for one: every page starts with these files', () => {
  const made = [jest.spyOn(Intl, 'NumberFormat'), jest.spyOn(Intl, 'DateTimeFormat')];
  jest.isolateModules(() => {
    jest.requireActual('./index.ts');
  });
  for (const maker of made) expect(maker).not.toHaveBeenCalled();
});
