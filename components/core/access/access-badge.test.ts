import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { AccessBadge } from './access-badge.tsx';

const render = (level: string, publicVersions: number[] | null = null) =>
  renderToStaticMarkup(createElement(AccessBadge, { level, publicVersions }));

const symbolOf = (html: string) => /<svg.*<\/svg>/.exec(html)?.[0];

test('names the access of the version that is shown, each with a symbol of its own', () => {
  expect(render('PUBLIC')).toMatch(/Everyone<\/span>$/);
  expect(render('ADMIN')).toMatch(/Team<\/span>$/);
  expect(render('HOLDERS')).toMatch(/Token holders<\/span>$/);
  const badges = [
    render('PUBLIC'),
    render('ADMIN'),
    render('HOLDERS'),
    render('LATER'),
    render('ADMIN', [1]),
  ];
  expect(new Set(badges.map(symbolOf)).size).toBe(5);
});

test('says that an encrypted file was public, and which versions stay public', () => {
  const html = render('HOLDERS', [1, 2]);
  expect(html).toContain('Token holders, was public');
  expect(html).toContain('Versions 1 and 2 stay public');
  expect(render('HOLDERS', [])).not.toContain('was public');
  expect(render('PUBLIC', [1])).not.toContain('was public');
});

test('shows a level of a later service by its name, as encrypted', () => {
  expect(render('PARTNERS')).toContain('PARTNERS');
  expect(render('constructor')).toContain('constructor');
  expect(render('PARTNERS')).toContain('Encrypted');
});
