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

describe('detecting actions in a PDF', () => {
  it.each([
    ['in plain form', pdf(`1 0 obj${script}endobj`)],
    ['with an escaped name', pdf('1 0 obj<</S/Java#53cript/JS(x)>>endobj')],
    ['with every character of the name escaped', pdf('<</S/#4a#61#76#61#53#63#72#69#70#74>>')],
    ['in an XFA form', pdf('<</XFA 3 0 R>>')],
    ['that submits a form', pdf('<</S/SubmitForm/F(http://example.org)>>')],
    ['in a compressed object stream', pdf(objectStream(`1 0 ${script}`))],
    [
      'in a compressed stream without a final line break',
      pdf(objectStream(`1 0 ${script}`, '/Filter/FlateDecode', '')),
    ],
    ['in an uncompressed object stream', pdf(objectStream(`1 0 ${script}`, ''))],
    ['in a stream that cannot be inspected', pdf(objectStream(page, '/Filter[/Crypt/FlateDecode]'))],
    ['in a stream without an end', pdf('7 0 obj<</Type/ObjStm/Filter/FlateDecode>>stream\nxx')],
    [
      'in a stream that does not decompress',
      pdf('7 0 obj<</Type/ObjStm/Filter/FlateDecode>>stream\nxx\nendstream'),
    ],
    [
      'in a stream whose type is a reference',
      pdf('5 0 obj/ObjStm endobj 7 0 obj<</Type 5 0 R>>stream\nxx\nendstream'),
    ],
    ['far from the beginning', pdf(Buffer.alloc(5_000_000), script)],
    ['across two slices', pdf(Buffer.alloc(4 * 1024 * 1024 - 15, ' '), script)],
  ])('detects an action %s', async (_how, blob) => {
    expect(await mayAct(blob)).toBe(true);
  });

  it.each([
    ['pages with links', pdf(`1 0 obj${page}endobj`)],
    [
      'compressed pages',
      pdf(objectStream(`1 0 ${page}`), objectStream(`1 0 ${page}`, ' /Filter [ /FlateDecode ]')),
    ],
    ['an open action that is a destination', pdf('<</OpenAction[3 0 R/Fit]/Type/Catalog>>')],
    ['names that only start like an action', pdf('<</JavaScriptless 1/Launcher 2>>')],
    ['an empty file', new Blob([])],
  ])('finds no action in %s', async (_what, blob) => {
    expect(await mayAct(blob)).toBe(false);
  });
});
