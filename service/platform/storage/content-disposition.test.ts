import { expect, test } from 'vitest';
import { contentDisposition } from './content-disposition.ts';

test.each([
  ['report.pdf', 'attachment; filename="report.pdf"'],
  ['a/b/c.txt', 'attachment; filename="c.txt"'],
  ['', 'attachment; filename="download"'],
  ['a/', 'attachment; filename="download"'],
  ['quo"te\\.txt', `attachment; filename="quo_te_.txt"; filename*=UTF-8''quo%22te%5C.txt`],
  ['100%41.txt', `attachment; filename="100_41.txt"; filename*=UTF-8''100%2541.txt`],
  ["it's (1)*.txt", `attachment; filename="it's (1)*.txt"`],
  ["é's (1)*.txt", `attachment; filename="_'s (1)*.txt"; filename*=UTF-8''%C3%A9%27s%20%281%29%2A.txt`],
  ['x\r\nSet-Cookie: a=b', 'attachment; filename="x__Set-Cookie: a=b"'],
  ['invoice\u202egpj.exe', 'attachment; filename="invoice_gpj.exe"'],
  ['🧪.csv', `attachment; filename="_.csv"; filename*=UTF-8''%F0%9F%A7%AA.csv`],
  ['lone\ud800.txt', `attachment; filename="lone_.txt"; filename*=UTF-8''lone%EF%BF%BD.txt`],
])('the file name %j becomes a header that clients read correctly', (fileName, header) => {
  expect(contentDisposition(fileName)).toBe(header);
});
