import { canonicalJson } from './canonical';
import { digestOf, fromBase64, toBase64 } from './digest';

describe('canonicalJson', () => {
  it.each([
    [{ b: 1, a: [true, null, 'ä"'] }, '{"a":[true,null,"ä\\""],"b":1}'],
    [{ a: undefined, b: [undefined] }, '{"b":[null]}'],
    [{ '10': 1, '9': 2, é: 3, e: 4 }, '{"10":1,"9":2,"e":4,"é":3}'],
    [1e21, '1e+21'],
    [-0, '0'],
    [{}, '{}'],
  ])('%j', (value, expected) => expect(canonicalJson(value)).toBe(expected));

  it.each([Number.NaN, Number.POSITIVE_INFINITY, [Number.NaN], 1n, () => 0, undefined, '\ud800', { '\udc00': 1 }])(
    'refuses %p',
    (value) => {
      expect(() => canonicalJson(value)).toThrow();
    },
  );

  it('writes the sample of RFC 8785', () => {
    const sample: unknown = JSON.parse(
      String.raw`{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals":[null,true,false]}`,
    );
    expect(canonicalJson(sample)).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
  });
});

describe('digestOf', () => {
  it('is what browsers compute for the integrity attribute', async () => {
    // `printf abc | openssl dgst -sha384 -binary | base64`
    const expected = 'sha384-ywB1P0WjXou1oD1pmsZQBycsMqsO3tFjGotgWkP/W+2AhgcroefMI1i67KE0yCWn';
    expect(await digestOf('abc')).toBe(expected);
    expect(await digestOf(new Uint8Array([97, 98, 99]))).toBe(expected);
  });

  it('writes and reads base64', () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    expect(fromBase64(toBase64(bytes))).toEqual(bytes);
  });
});
