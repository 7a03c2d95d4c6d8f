import { expect, it } from 'vitest';
import { MAX_RECORDS, MAX_START, readSequences } from './read-sequences.ts';

const read = (...parts: BlobPart[]) => readSequences(new Blob(parts));

it('counts the records, lengths and GC content of a FASTA file with wrapped lines', async () => {
  const summary = await read('\uFEFF>lip1 wild type\r\nATGC\r\nGGnn\r\n\r\n>empty\n>lip2\nAT GC');
  expect(summary).toMatchObject({ format: 'FASTA', count: 3, residues: 12, shortest: 0, longest: 8 });
  expect(summary.gc).toBeCloseTo(6 / 10);
  expect(summary.records).toEqual([
    { name: 'lip1 wild type', length: 8, gc: 4 / 6, quality: null, start: 'ATGCGGnn' },
    { name: 'empty', length: 0, gc: null, quality: null, start: '' },
    { name: 'lip2', length: 4, gc: 0.5, quality: null, start: 'ATGC' },
  ]);
});

it('gives proteins no GC content', async () => {
  expect(await read('>p\nMKWVTFISLL*\n')).toMatchObject({ count: 1, residues: 11, gc: null });
  // Each letter is a code of bases too.
  expect(await read('>peptide\nGASHKTRVDNYMK\n')).toMatchObject({ gc: null, records: [{ gc: null }] });
  const { gc, records } = await read('>tag\nGATTACA\n>p\nMKWVTFISLL*\n');
  expect([gc, records.map((record) => record.gc)]).toEqual([null, [null, null]]);
});

it('gives degenerate primers a GC content', async () => {
  expect((await read('>515F\nGTGYCAGCMGCCGCGGTAA\n')).gc).toBeCloseTo(12 / 17);
  expect((await read('>mlCOIintF\nGGWACWGGWTGAACWGTWTAYCCYCC\n')).gc).not.toBeNull();
});

it('reads FASTQ whose quality lines begin with @ or wrap', async () => {
  const summary = await read('@r1\nACGT\n+r1\n@@@@\n@r2\nAC\nGT\n+\nII\nII\n');
  expect(summary).toMatchObject({ format: 'FASTQ', count: 2, residues: 8, gc: 0.5 });
  expect(summary.records.map(({ name, quality }) => [name, quality])).toEqual([
    ['r1', 31],
    ['r2', 40],
  ]);
});

it('rejects files of another kind with a reason', async () => {
  await expect(read('<html>')).rejects.toThrow('does not begin with ">" or "@"');
  await expect(read('')).rejects.toThrow('it is empty');
  await expect(read('@r1\nAC\n+\nIII\n')).rejects.toThrow('Record 1 has more quality values than bases.');
});

it('says that a FASTQ file is cut within its last record, or has a quality that is none', async () => {
  expect(await read('@r1\nACGT\n+\nIII\n')).toMatchObject({ count: 1, isIncomplete: true });
  expect(await read('@r1\nAC\n+\nII\n@r2\nACGT\n')).toMatchObject({ count: 2, isIncomplete: true });
  expect(await read('@r1\nACGT\n+\nIIII')).toMatchObject({ isIncomplete: false });
  expect(await read('>r1\nACGT')).toMatchObject({ isIncomplete: false });
  await expect(read('@r1\nACGT\n+\nI\u001bII\n')).rejects.toThrow('Record 1 has a character among');
});

it('keeps little of one endless line', async () => {
  const line = 'ACGT'.repeat(125_000);
  const { count, longest, records } = await read('>', 'x'.repeat(200_000), '\n', line);
  expect([count, longest, records.length]).toEqual([1, 500_000, 1]);
  expect(records[0]?.start).toHaveLength(MAX_START);
  expect(records[0]?.name).toBe(`${'x'.repeat(300)}…`);
});

it('keeps the first of very many records and counts all', async () => {
  const { count, records, shortest } = await read('>\n'.repeat(20_000));
  expect([count, records.length, shortest]).toEqual([20_000, MAX_RECORDS, 0]);
});
