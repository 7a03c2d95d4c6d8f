import { inflateSync } from 'node:zlib';
import { parquetReadObjects } from 'hyparquet';
import { imageSize } from 'image-size';
import { JSDOM } from 'jsdom';
import { expect, test } from 'vitest';
import { lookup3 } from '../encoders/hdf5.ts';
import { exampleFiles, madeOnce } from '../made-examples.fixture.ts';

/** Every example file of a type, to be read back. */
async function filesOf(extension: string): Promise<{ path: string; bytes: Buffer }[]> {
  const files = exampleFiles.map(({ file }) => file).filter(({ path }) => path.endsWith(`.${extension}`));
  expect(files.length, extension).toBeGreaterThan(0);
  return Promise.all(files.map(async (file) => ({ path: file.path, bytes: await madeOnce(file) })));
}

/** Files of a zip without compression, by their central directory. */
function unzipped(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let entry = 0; entry < zip.readUInt16LE(end + 10); entry++) {
    expect(zip.readUInt16LE(at + 10)).toBe(0);
    const [size, nameLength, extra, comment, local] = [
      zip.readUInt32LE(at + 20),
      zip.readUInt16LE(at + 28),
      zip.readUInt16LE(at + 30),
      zip.readUInt16LE(at + 32),
      zip.readUInt32LE(at + 42),
    ];
    const dataAt = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    files.set(zip.toString('utf8', at + 46, at + 46 + nameLength), zip.subarray(dataAt, dataAt + size));
    at += 46 + nameLength + extra + comment;
  }
  return files;
}

const parseXml = (xml: Buffer | undefined) =>
  new JSDOM(xml?.toString() ?? '', { contentType: 'text/xml' }).window.document;

test('PNG: sizes agree with the pixels', async () => {
  for (const { path, bytes } of await filesOf('png')) {
    const { width, height, type } = imageSize(bytes);
    expect(type, path).toBe('png');
    const data: Buffer[] = [];
    for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at))
      if (bytes.toString('latin1', at + 4, at + 8) === 'IDAT')
        data.push(bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at)));
    const channels = { 0: 1, 2: 3, 3: 1, 6: 4 }[bytes[25] ?? 0] ?? 0;
    expect(inflateSync(Buffer.concat(data)).length, path).toBe((width * channels + 1) * height);
  }
});

test('TIFF: each page has 16 bits and lies within the file', async () => {
  for (const { path, bytes } of await filesOf('tif')) {
    expect(imageSize(bytes).type, path).toBe('tiff');
    let pages = 0;
    for (let at = bytes.readUInt32LE(4); at !== 0; pages++) {
      const count = bytes.readUInt16LE(at);
      const tags = new Map<number, number>();
      for (let entry = 0; entry < count; entry++)
        tags.set(bytes.readUInt16LE(at + 2 + entry * 12), bytes.readUInt32LE(at + 10 + entry * 12));
      expect(tags.get(258)).toBe(16);
      expect(tags.get(279)).toBe((tags.get(256) ?? 0) * (tags.get(257) ?? 0) * 2);
      expect((tags.get(273) ?? 0) + (tags.get(279) ?? 0)).toBeLessThanOrEqual(bytes.length);
      at = bytes.readUInt32LE(at + 2 + count * 12);
    }
    expect(pages, path).toBeGreaterThan(0);
  }
});

test('docx: a package whose parts are well-formed, with text', async () => {
  for (const { bytes } of await filesOf('docx')) {
    const parts = unzipped(bytes);
    for (const part of parts.values()) expect(parseXml(part).querySelector('parsererror')).toBeNull();
    expect(parseXml(parts.get('word/document.xml')).getElementsByTagName('w:t').length).toBeGreaterThan(5);
    expect(parseXml(parts.get('_rels/.rels')).documentElement.innerHTML).toContain('word/document.xml');
  }
});

test('xlsx: amounts are quantity times price, and the sums add up', async () => {
  for (const { path, bytes } of await filesOf('xlsx')) {
    const parts = unzipped(bytes);
    for (const part of parts.values()) expect(parseXml(part).querySelector('parsererror')).toBeNull();
    const sheet = parseXml(parts.get('xl/worksheets/sheet1.xml'));
    const value = (name: string) => Number(sheet.querySelector(`c[r="${name}"] v`)?.textContent);
    let [row, sum] = [2, 0];
    for (; !Number.isNaN(value(`B${row}`)); row++) {
      expect(value(`E${row}`), path).toBeCloseTo(value(`B${row}`) * value(`D${row}`));
      sum += value(`E${row}`);
    }
    expect(row).toBeGreaterThan(4);
    expect(value(`E${row}`)).toBeCloseTo(sum);
    expect(value(`E${row + 2}`)).toBeCloseTo(sum + value(`E${row + 1}`));
    expect(value(`E${row + 4}`)).toBeCloseTo(value(`E${row + 3}`) - value(`E${row + 2}`));
    // Nobody spends more than was granted.
    expect(value(`E${row + 4}`), path).toBeGreaterThanOrEqual(0);
  }
});

test('zip: holds the tables of the lab unchanged', async () => {
  for (const { bytes } of await filesOf('zip'))
    for (const [path, content] of unzipped(bytes)) {
      const { file } = exampleFiles.find((known) => known.file.path === path) ?? {};
      expect(file && (await madeOnce(file)).equals(content), path).toBe(true);
    }
});

test('Parquet: rows are read back by another library', async () => {
  for (const { path, bytes } of await filesOf('parquet')) {
    const rows = await parquetReadObjects({ file: Uint8Array.from(bytes).buffer });
    expect(rows.length, path).toBeGreaterThan(500);
    for (const value of Object.values(rows[0] ?? {})) expect(value).not.toBeUndefined();
  }
});

test('PDF: each entry of its table points at its object', async () => {
  for (const { path, bytes } of await filesOf('pdf')) {
    const text = bytes.toString('latin1');
    const start = Number(/startxref\n(\d+)/.exec(text)?.[1]);
    const entries = text.slice(start).match(/\d{10} 00000 n/g) ?? [];
    expect(entries.length, path).toBeGreaterThan(5);
    for (const [index, entry] of entries.entries())
      expect(text.slice(Number(entry.slice(0, 10)))).toMatch(new RegExp(`^${index + 1} 0 obj`));
    // Lines fit on the page.
    for (const [, line = ''] of text.matchAll(/\((.*)\) Tj/g)) expect(line.length, line).toBeLessThan(100);
  }
});

test('notebooks: nbformat 4 with pictures and a table', async () => {
  for (const { path, bytes } of await filesOf('ipynb')) {
    const { nbformat, cells } = JSON.parse(bytes.toString());
    expect(nbformat).toBe(4);
    const outputs = cells.flatMap(
      (cell: { outputs?: { data?: Record<string, unknown> }[] }) => cell.outputs ?? [],
    );
    const kinds = outputs.flatMap((output: { data?: object }) => Object.keys(output.data ?? {}));
    expect(kinds, path).toEqual(expect.arrayContaining(['image/png', 'text/html']));
  }
});

test('JSON, FASTA, FASTQ and tables are consistent', async () => {
  for (const { bytes } of await filesOf('json')) JSON.parse(bytes.toString());
  for (const { bytes } of await filesOf('fasta'))
    for (const entry of bytes.toString().split('>').slice(1))
      expect(entry).toMatch(/^\S[^\n]*\n([A-Z]{1,60}\n)+$/);
  for (const { bytes } of await filesOf('fastq')) {
    const lines = bytes.toString().trim().split('\n');
    expect(lines.length % 4).toBe(0);
    for (let at = 0; at < lines.length; at += 4) expect(lines[at + 1]?.length).toBe(lines[at + 3]?.length);
  }
  for (const extension of ['csv', 'tsv'])
    for (const { path, bytes } of await filesOf(extension)) {
      const separator = extension === 'csv' ? ',' : '\t';
      const widths = bytes
        .toString()
        .trim()
        .split('\n')
        .map((line) => line.split(separator).length);
      expect(new Set(widths).size, path).toBe(1);
      expect(bytes.toString(), path).not.toMatch(/NaN|undefined|Infinity/);
    }
});

test('GenBank: the sequence has the length of its head', async () => {
  for (const { bytes } of await filesOf('gb')) {
    const [head = '', sequence = ''] = bytes.toString().split('ORIGIN');
    expect(sequence.replace(/[^acgt]/g, '').length).toBe(Number(/(\d+) bp/.exec(head)?.[1]));
    expect(head).toMatch(/circular/);
    for (const line of bytes.toString().split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  }
});

test('PDB and mmCIF: the same atoms, with the distances of a protein', async () => {
  const [model] = await filesOf('pdb');
  const atoms = (model?.bytes.toString() ?? '')
    .split('\n')
    .filter((line) => line.startsWith('ATOM'))
    .map((line) => ({
      name: line.slice(12, 16).trim(),
      at: [30, 38, 46].map((column) => Number(line.slice(column, column + 8))),
    }));
  const alphas = atoms.filter(({ name }) => name === 'CA');
  for (const [index, { at }] of alphas.slice(1).entries())
    expect(Math.hypot(...at.map((value, axis) => value - (alphas[index]?.at[axis] ?? 0)))).toBeCloseTo(
      3.8,
      0,
    );
  const mmcif = (await filesOf('cif')).find(({ path }) => path.includes('active-site'));
  expect(mmcif?.bytes.toString().match(/^ATOM /gm)).toHaveLength(atoms.length);
});

test('MOL and SDF: counts agree, and bonds name atoms', async () => {
  const blocks = [...(await filesOf('mol')), ...(await filesOf('sdf'))].flatMap(({ bytes }) =>
    bytes.toString().split('$$$$\n').filter(Boolean),
  );
  for (const block of blocks) {
    const lines = block.split('\n');
    const [atoms, bonds] = [Number(lines[3]?.slice(0, 3)), Number(lines[3]?.slice(3, 6))];
    expect(lines[4 + atoms + bonds]).toBe('M  END');
    for (const bond of lines.slice(4 + atoms, 4 + atoms + bonds))
      for (const atom of [Number(bond.slice(0, 3)), Number(bond.slice(3, 6))])
        expect(atom).toBeLessThanOrEqual(atoms);
  }
});

test('NIfTI: header and voxels agree', async () => {
  for (const { bytes } of await filesOf('nii')) {
    expect(bytes.toString('latin1', 344, 347)).toBe('n+1');
    const [x, y, z] = [42, 44, 46].map((at) => bytes.readInt16LE(at)) as [number, number, number];
    expect(bytes.length).toBe(352 + x * y * z * 2);
  }
});

test('FCS: the segments are where the head says', async () => {
  for (const { bytes } of await filesOf('fcs')) {
    const [textFrom, textTo, dataFrom, dataTo] = [10, 18, 26, 34].map((at) =>
      Number(bytes.toString('latin1', at, at + 8)),
    );
    const words = bytes.toString('latin1', textFrom, (textTo ?? 0) + 1).split('|');
    const keyword = (name: string) => Number(words[words.indexOf(name) + 1]);
    expect(keyword('$BEGINDATA')).toBe(dataFrom);
    expect((dataTo ?? 0) + 1 - (dataFrom ?? 0)).toBe(keyword('$TOT') * keyword('$PAR') * 4);
    expect((dataTo ?? 0) + 1).toBe(bytes.length);
  }
});

test('HDF5: the end and the checksum of the superblock are right', async () => {
  // Vectors of the author of the hash.
  expect(lookup3(Buffer.from(''))).toBe(0xdeadbeef);
  expect(lookup3(Buffer.from('Four score and seven years ago'))).toBe(0x17770551);
  for (const { bytes } of await filesOf('h5')) {
    expect(bytes.readBigUInt64LE(28)).toBe(BigInt(bytes.length));
    expect(bytes.readUInt32LE(44)).toBe(lookup3(bytes.subarray(0, 44)));
  }
});
