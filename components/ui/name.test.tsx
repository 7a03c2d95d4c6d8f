import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Name, NameInRow } from './name.tsx';

const read = (html: string) =>
  html.replaceAll(/<span aria-hidden="true"[^>]*>[^<]*<\/span>/g, '').replaceAll(/<[^>]*>/g, '');

it('is isolated from the text around it, without deceptive characters', () => {
  const html = renderToStaticMarkup(<Name>{'gpj\u202e.exe'}</Name>);
  expect(html).toBe('<bdi>gpj\ufffd.exe</bdi>');
});

it('is read and copied whole, and its end is a part that does not shrink', () => {
  const html = renderToStaticMarkup(<NameInRow>measurements of plate-07.csv</NameInRow>);
  expect(read(html)).toBe('measurements of plate-07.csv');
  expect(html).toMatch(
    /<span aria-hidden="true" class="shrink-0[^"]*select-none">te-07\.csv<\/span><\/bdi>$/,
  );
});

it('is one part where it is short', () => {
  expect(read(renderToStaticMarkup(<NameInRow>a.csv</NameInRow>))).toBe('a.csv');
});
