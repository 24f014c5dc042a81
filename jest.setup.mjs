// jest-dom's matchers read the DOM only when they are called, so they are harmless in tests that run in plain Node.
import '@testing-library/jest-dom';
