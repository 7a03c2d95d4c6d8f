import { parseDelimited } from '@labroom/formats/table/parse-delimited';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { DialectChoiceForm } from './dialect-choice.tsx';

const render = (text: string) => {
  const { dialect, comments } = parseDelimited(text);
  return renderToStaticMarkup(
    createElement(DialectChoiceForm, {
      dialect,
      hasComments: comments.length > 0,
      encoding: 'utf-8',
      isGuessed: false,
      view: { table: {} },
      onView: () => undefined,
    }),
  );
};

it('says that lines before a table are no rows, and offers to make them rows', () => {
  const html = render('Run 5\nOperator: Ada\ncm-1,A\n400,0.1\n401,0.2\n');
  expect(html).toContain('lines before the table are shown above it');
  expect(html).toContain('no sign, before the table');
  expect(html).toContain('>none</option>');
  expect(render('a,b\n1,2\n')).not.toContain('before the table');
  expect(render('# run 5\na,b\n1,2\n')).toContain('lines after # are comments');
});
