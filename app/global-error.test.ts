import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import GlobalError from './global-error.tsx';

const render = (error: Error & { digest?: string }) =>
  renderToStaticMarkup(createElement(GlobalError, { error }));

it('is a self-contained page without scripts, with a link to reload it', () => {
  const markup = render(Object.assign(new Error('password of the database'), { digest: '2891741035' }));
  expect(markup).toMatch(/^<html lang="en">/);
  expect(markup).toContain('<title>This page could not be shown · Labroom</title>');
  expect(markup).not.toMatch(/<script|<link|<img|\son[a-z]+=|url\(|@import/);
  expect([...markup.matchAll(/<a [^>]*>[^<]*/g)].map(([link]) => link)).toEqual([
    '<a href="">Reload the page',
  ]);
});

it('shows the digest of the error and no other detail', () => {
  const error = Object.assign(new Error('password of the database'), { digest: '2891741035' });
  expect(render(error)).toContain('<code>2891741035</code>');
  expect(render(error)).not.toMatch(/password|Error:|\bat /);
  expect(render(new Error('password of the database'))).not.toMatch(/number|password/);
});
