import { describe, expect, test } from 'vitest';
import { isRedirectUri, isSameRedirect } from './redirect-uri.ts';

describe('a code is sent', () => {
  test.each([
    'https://claude.example/callback',
    'https://claude.example:8443/callback?from=labroom',
    'http://127.0.0.1:33418/',
    'http://localhost/callback',
    'http://[::1]:7000/callback',
  ])('to %s', (uri) => expect(isRedirectUri(uri)).toBe(true));

  test.each([
    'http://claude.example/callback',
    'http://127.0.0.1.evil.example/',
    'http://localhost.evil.example/',
    'http://127.0.0.1@evil.example/',
    'https://user:secret@claude.example/',
    'https://claude.example/callback#part',
    'https://claude.example/callback#',
    'javascript:alert(1)',
    'data:text/html,x',
    'cursor://callback',
    'file:///etc/passwd',
    '//evil.example',
    '/callback',
    '',
  ])('never to %s', (uri) => expect(isRedirectUri(uri)).toBe(false));
});

describe('the redirect of a request is', () => {
  test.each([
    ['https://claude.example/callback', 'https://claude.example/callback'],
    ['http://127.0.0.1/callback', 'http://127.0.0.1:52001/callback'],
    ['http://localhost:1/callback?a=1', 'http://localhost:2/callback?a=1'],
    ['http://[::1]:1/', 'http://[::1]:2/'],
  ])('%s when it is %s', (registered, asked) => expect(isSameRedirect(registered, asked)).toBe(true));

  test.each([
    ['https://claude.example/callback', 'https://claude.example/callback/'],
    ['https://claude.example/callback', 'https://claude.example/callback?next=x'],
    ['https://claude.example/callback', 'https://claude.example:8443/callback'],
    ['https://claude.example/callback', 'https://evil.example/callback'],
    ['https://claude.example/callback', 'http://claude.example/callback'],
    ['http://127.0.0.1:1/callback', 'http://localhost:1/callback'],
    ['http://127.0.0.1:1/callback', 'http://127.0.0.1:1/other'],
    ['http://127.0.0.1:1/callback', 'https://127.0.0.1:1/callback'],
  ])('not %s when it is %s', (registered, asked) => expect(isSameRedirect(registered, asked)).toBe(false));
});
