import type { Bytes } from './zip.ts';

interface Page {
  title: string;
  /** Lines of at most 90 characters; an empty line is a gap. */
  lines: readonly string[];
}

const literal = (text: string) => text.replace(/[\\()]/g, '\\$&');

/** A PDF of text on A4 pages, in Helvetica. Letters are those of Latin-1. */
export function encodePdf(pages: readonly Page[]): Bytes {
  const objects: string[] = [];
  const [catalog, tree, regular, bold] = [1, 2, 3, 4];
  const firstPage = 5;
  objects[catalog] = `<< /Type /Catalog /Pages ${tree} 0 R >>`;
  const kids = pages.map((_, index) => `${firstPage + index * 2} 0 R`);
  objects[tree] = `<< /Type /Pages /Count ${pages.length} /Kids [${kids.join(' ')}] >>`;
  const font = (name: string) =>
    `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
  objects[regular] = font('Helvetica');
  objects[bold] = font('Helvetica-Bold');
  for (const [index, { title, lines }] of pages.entries()) {
    const text = [
      'BT',
      '/Bold 18 Tf 60 770 Td',
      `(${literal(title)}) Tj`,
      '/Regular 10.5 Tf 0 -34 Td 15 TL',
      ...lines.map((line) => `(${literal(line)}) Tj T*`),
      'ET',
      `BT /Regular 9 Tf 60 40 Td (Page ${index + 1} of ${pages.length}) Tj ET`,
    ].join('\n');
    const page = firstPage + index * 2;
    objects[page] =
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 595 842] /Contents ${page + 1} 0 R /Resources << /Font << /Regular ${regular} 0 R /Bold ${bold} 0 R >> >> >>`;
    objects[page + 1] = `<< /Length ${Buffer.byteLength(text, 'latin1')} >>\nstream\n${text}\nendstream`;
  }
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, id) => {
    const at = file.length;
    file += `${id} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const entries = objects.map((_, id) => `${String(offsets[id]).padStart(10, '0')} 00000 n \n`);
  const table = `0000000000 65535 f \n${entries.join('')}`;
  const start = file.length;
  file += `xref\n0 ${objects.length}\n${table}trailer\n<< /Size ${objects.length} /Root ${catalog} 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Uint8Array.from(Buffer.from(file, 'latin1'));
}
