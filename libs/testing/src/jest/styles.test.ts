it('reads a style sheet as an empty module, so that pages with styles can be tested', () => {
  expect(jest.requireActual<object>('./sample.css')).toEqual({});
});
