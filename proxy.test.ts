import { NextRequest } from 'next/server';
import { expect, it } from 'vitest';
import { config, proxy } from './proxy.ts';

const ownersPages = ['/account', '/labs/a/settings', '/labs/a/members'];

it.each([...ownersPages, '/', '/labs/a/files', '/nowhere'])(
  'decides nothing about %s: every request goes on to the page',
  (path) => {
    for (const cookie of ['', 'labroom-session=forged', '__Host-labroom-session=forged']) {
      const response = proxy(new NextRequest(`http://127.0.0.1:3000${path}`, { headers: { cookie } }));
      const headers = Object.fromEntries(response.headers);
      expect(response.status).toBe(200);
      expect(headers['x-middleware-next']).toBe('1');
      for (const name of ['location', 'x-middleware-rewrite', 'set-cookie'])
        expect(headers).not.toHaveProperty(name);
    }
  },
);

it('gives each page a policy with a nonce of its own', () => {
  const policyOf = () =>
    proxy(new NextRequest('http://127.0.0.1:3000/')).headers.get('content-security-policy');
  expect(policyOf()).toMatch(/'nonce-[A-Za-z0-9+/]{22}=='/);
  expect(policyOf()).not.toBe(policyOf());
});

it('sees no call of the API and no picture, so that nothing about one can be decided here', () => {
  const [matcher = ''] = config.matcher;
  const matches = (path: string) => new RegExp(`^${matcher}$`).test(path);
  expect(matches('/account')).toBe(true);
  expect(matches('/api/graphql')).toBe(false);
  expect(matches('/api/session')).toBe(false);
  expect(matches('/marks/1/person/0x.svg')).toBe(false);
  expect(matches('/marksmen')).toBe(true);
});

it.each([
  '/labs/%ff',
  '/labs/a%2',
  '/labs/%',
  '/agreements/%c0%af',
  '/marks/1/person/%ff.svg',
  '/a/%e2%82',
  '/%zz',
])('refuses %s, which cannot be decoded', (path) => {
  const response = proxy(new NextRequest(`http://127.0.0.1:3000${path}`));
  expect(response.status).toBe(400);
  expect(response.headers.get('content-type')).toContain('text/plain');
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
});

it.each(['/labs/%25', '/labs/%C3%BC', '/search?q=%ff', '/labs/ü'])('lets %s through', (path) => {
  expect(proxy(new NextRequest(`http://127.0.0.1:3000${path}`)).headers.get('x-middleware-next')).toBe('1');
});
