import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { mayAct } from './pdf-actions.ts';

const page = '<</Type/Page/Annots[<</A<</S/URI/URI(https://example.org)>>>>]>>';
const script = '<</S/JavaScript/JS(app.alert\\(1\\))>>';

function objectStream(objects: string, dictionary = '/Filter/FlateDecode', lineEnd = '\n'): Buffer {
  const body = dictionary.includes('Filter') ? deflateSync(objects) : Buffer.from(objects);
  return Buffer.concat([
    Buffer.from(`7 0 obj\n<</Type/ObjStm/N 1/First 4/Length ${body.length}${dictionary}>>\nstream\n`),
    body,
    Buffer.from(`${lineEnd}endstream\nendobj\n`),
  ]);
}

const pdf = (...parts: (string | Buffer)[]) =>
  new Blob(['%PDF-1.7\n', ...parts.map((part) => new Uint8Array(Buffer.from(part))), '%%EOF']);

describe('a PDF may act', () => {
  it.each([
    ['in the open', pdf(`1 0 obj${script}endobj`)],
    ['under another spelling of the name', pdf('1 0 obj<</S/Java#53cript/JS(x)>>endobj')],
    ['all of it spelled so', pdf('<</S/#4a#61#76#61#53#63#72#69#70#74>>')],
    ['by a form that has programs', pdf('<</XFA 3 0 R>>')],
    ['by sending a form', pdf('<</S/SubmitForm/F(http://example.org)>>')],
    ['packed', pdf(objectStream(`1 0 ${script}`))],
    ['packed, without a line break', pdf(objectStream(`1 0 ${script}`, '/Filter/FlateDecode', ''))],
    ['in a stream that is not packed', pdf(objectStream(`1 0 ${script}`, ''))],
    ['in a way that cannot be looked into', pdf(objectStream(page, '/Filter[/Crypt/FlateDecode]'))],
    ['where the stream has no end', pdf('7 0 obj<</Type/ObjStm/Filter/FlateDecode>>stream\nxx')],
    [
      'where the bytes are no such stream',
      pdf('7 0 obj<</Type/ObjStm/Filter/FlateDecode>>stream\nxx\nendstream'),
    ],
    [
      'by a type that stands elsewhere',
      pdf('5 0 obj/ObjStm endobj 7 0 obj<</Type 5 0 R>>stream\nxx\nendstream'),
    ],
    ['far behind', pdf(Buffer.alloc(9_000_000), script)],
    ['across two slices', pdf(Buffer.alloc(4 * 1024 * 1024 - 15, ' '), script)],
  ])('%s', async (_how, blob) => {
    expect(await mayAct(blob)).toBe(true);
  });

  it.each([
    ['pages with links', pdf(`1 0 obj${page}endobj`)],
    [
      'packed pages',
      pdf(objectStream(`1 0 ${page}`), objectStream(`1 0 ${page}`, ' /Filter [ /FlateDecode ]')),
    ],
    ['a destination that is shown first', pdf('<</OpenAction[3 0 R/Fit]/Type/Catalog>>')],
    ['names that only begin so', pdf('<</JavaScriptless 1/Launcher 2>>')],
    ['nothing', new Blob([])],
  ])('not with %s', async (_what, blob) => {
    expect(await mayAct(blob)).toBe(false);
  });
});
