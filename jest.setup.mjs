// Matchers for the DOM, where there is one: loading them costs every test file a tenth of a second.
if (typeof document !== 'undefined') require('@testing-library/jest-dom');
