import { insistOnProtocol, protocolFlags } from './protocol';

const URL = 'https://localhost/config.json';
const over = (protocol: string, change: { fromCache?: boolean; byWorker?: boolean } = {}) => ({
  url: URL,
  protocol,
  fromCache: false,
  byWorker: false,
  ...change,
});

it('refuses a visit of which one answer came by another protocol', () => {
  expect(() => insistOnProtocol([over('h2'), over('http/1.1')], 'h2')).toThrow(`Not by HTTP/2: ${URL} (http/1.1)`);
  expect(() => insistOnProtocol([over('h2')], 'http1')).toThrow('Not by HTTP/1.1');
  expect(() => insistOnProtocol([over('h2')], 'h2')).not.toThrow();
  expect(() => insistOnProtocol([over('http/1.1')], 'http1')).not.toThrow();
});

it('asks nothing of what came from the device, and of what has no answer', () => {
  const kept = [over('http/1.1', { fromCache: true }), over('http/1.1', { byWorker: true }), over('')];
  expect(() => insistOnProtocol(kept, 'h2')).not.toThrow();
});

it('switches HTTP/2 off where it is not wanted, and trusts one key with either', () => {
  expect(protocolFlags('h2', 'abc=')).toEqual(['--ignore-certificate-errors-spki-list=abc=']);
  expect(protocolFlags('http1', 'abc=')).toEqual(['--ignore-certificate-errors-spki-list=abc=', '--disable-http2']);
});
