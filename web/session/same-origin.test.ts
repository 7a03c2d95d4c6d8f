import { describe, expect, it } from 'vitest';
import { isSameOrigin } from './same-origin.ts';

const production = { environment: 'production', webUrl: 'https://labroom.example' } as const;
const local = { environment: 'local', webUrl: 'http://127.0.0.1:3000' } as const;

describe('whether a request comes from a page of this app', () => {
  it("accepts the app's origin, with or without Sec-Fetch-Site", () => {
    const headers = { origin: 'https://labroom.example' };
    expect(isSameOrigin(new Headers(headers), production)).toBe(true);
    expect(isSameOrigin(new Headers({ ...headers, 'sec-fetch-site': 'same-origin' }), production)).toBe(true);
  });

  it.each([
    ['a missing origin', {}],
    ['an opaque origin', { origin: 'null' }],
    ['another origin', { origin: 'https://evil.example' }],
    ['another scheme', { origin: 'http://labroom.example' }],
    ['another host of the same site', { origin: 'https://labroom.example', 'sec-fetch-site': 'same-site' }],
    ['a navigation', { origin: 'https://labroom.example', 'sec-fetch-site': 'none' }],
    ['a foreign origin with the same foreign host', { origin: 'https://evil.example', host: 'evil.example' }],
  ])('rejects %s', (_name, headers: Record<string, string>) => {
    expect(isSameOrigin(new Headers(headers), production)).toBe(false);
  });

  it('in the local environment accepts all names of this machine, and no others', () => {
    const from = (origin: string, host: string) => isSameOrigin(new Headers({ origin, host }), local);
    expect(from('http://localhost:3000', 'localhost:3000')).toBe(true);
    expect(from('http://[::1]:3000', '[::1]:3000')).toBe(true);
    expect(from('http://localhost:8080', 'localhost:3000')).toBe(false);
    expect(from('http://rebound.example:3000', 'rebound.example:3000')).toBe(false);
  });

  it('rejects the names of this machine in other environments', () => {
    const headers = new Headers({ origin: 'http://localhost:3000', host: 'localhost:3000' });
    expect(isSameOrigin(headers, production)).toBe(false);
  });
});
