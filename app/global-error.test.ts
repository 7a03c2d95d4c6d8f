import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import GlobalError from './global-error.tsx';

const render = (error: Error & { digest?: string }) =>
  renderToStaticMarkup(createElement(GlobalError, { error }));

it('is a page by itself, without files of the app and without scripts, that can be loaded again', () => {
  const markup = render(Object.assign(new Error('password of the database'), { digest: '2891741035' }));
  expect(markup).toMatch(/^<html lang="en">/);
  expect(markup).toContain('<title>This page failed · Labroom</title>');
  expect(markup).not.toMatch(/<script|<link|<img|\son[a-z]+=|url\(|@import/);
  expect([...markup.matchAll(/<a [^>]*>[^<]*/g)].map(([link]) => link)).toEqual([
    '<a href="">Reload the page',
  ]);
});

it('says the number of the error in the log, and nothing else of it', () => {
  const error = Object.assign(new Error('password of the database'), { digest: '2891741035' });
  expect(render(error)).toContain('<code>2891741035</code>');
  expect(render(error)).not.toMatch(/password|Error:|\bat /);
  expect(render(new Error('password of the database'))).not.toMatch(/number|password/);
});
