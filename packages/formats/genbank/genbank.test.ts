import { isQuick } from '@labroom/testing/depth.ts';
import { expect, it } from 'vitest';
import { MAX_FEATURES, parseGenbank } from './read-genbank.ts';

const feature = (type: string, location: string, ...qualifiers: string[]) =>
  [`     ${type.padEnd(16)}${location}`, ...qualifiers.map((line) => `${' '.repeat(21)}${line}`)].join('\n');

const record = (features: string, { claimed = 40, topology = 'circular', origin = 'acgt'.repeat(10) } = {}) =>
  `LOCUS       pLIP1        ${claimed} bp    DNA     ${topology} SYN 01-JAN-2026
DEFINITION  Expression plasmid
            of a lipase.
SOURCE      synthetic
  ORGANISM  synthetic construct
FEATURES             Location/Qualifiers
${features}
ORIGIN
        1 ${origin.slice(0, 20)} ${origin.slice(20)}
//
`;

it('reads the description, the features and the GC content', () => {
  const text = record(
    [
      feature('source', '1..40', '/organism="synthetic construct"'),
      feature(
        'CDS',
        'complement(5..22)',
        '/codon_start=1',
        '/product="triacylglycerol',
        'lipase"',
        '/gene="lip1"',
      ),
      feature('promoter', 'join(<35..40,1..3)', '/note="T7"'),
      feature('misc_feature', 'J00194.1:100..202'),
    ].join('\n'),
  );
  const read = parseGenbank(text + text);
  expect(read).toMatchObject({
    name: 'pLIP1',
    definition: 'Expression plasmid of a lipase.',
    organism: 'synthetic construct',
    length: 40,
    claimedLength: null,
    isCircular: true,
    gc: 0.5,
    featureCount: 4,
    records: 2,
  });
  expect(read.features.map(({ name, span, isReverse }) => [name, span, isReverse])).toEqual([
    ['source', { start: 1, end: 40 }, false],
    ['lip1', { start: 5, end: 22 }, true],
    ['T7', { start: 35, end: 3 }, false],
    ['misc_feature', null, false],
  ]);
});

it('gives proteins no GC content: by the unit of the first line, else by letters that are no base', () => {
  const protein = (locus: string, origin: string) =>
    parseGenbank(`LOCUS       ${locus} PRI 01-JAN-2026\nORIGIN\n        1 ${origin}\n//\n`);
  expect(protein('IFNA1  12 aa  linear', 'gacgstgacgst')).toMatchObject({
    length: 12,
    claimedLength: null,
    isProtein: true,
    gc: null,
  });
  expect(protein('IFNA1', 'mkalcgtacl')).toMatchObject({ isProtein: true, gc: null });
  expect(protein('X  8 bp  DNA  linear', 'acgtrynn')).toMatchObject({ isProtein: false, gc: 0.5 });
});

it('trusts the sequence and not the length that is claimed', () => {
  const read = parseGenbank(
    record(
      [feature('CDS', '1..999999999999'), feature('CDS', '0..5'), feature('gene', 'nonsense')].join('\n'),
      { claimed: 999_999_999_999, topology: 'linear' },
    ),
  );
  expect(read).toMatchObject({ length: 40, claimedLength: 999_999_999_999, isCircular: false });
  expect(read.features.map(({ span }) => span)).toEqual([null, null, null]);
});

it('rejects other files and reads a damaged record as far as it goes', () => {
  expect(() => parseGenbank('>fasta\nACGT')).toThrow('no LOCUS line');
  expect(parseGenbank('LOCUS')).toMatchObject({ name: '', length: 0, features: [], gc: null });
});

// Long inputs: few changes can break it.
if (!isQuick)
  it('is bounded for many features, one endless location and one endless line', () => {
    const many = parseGenbank(record(`${feature('CDS', '1..9')}\n`.repeat(10_000)));
    expect([many.features.length, many.featureCount]).toEqual([MAX_FEATURES, 10_000]);
    const endless = parseGenbank(record(feature('CDS', `join(${'1..2,'.repeat(50_000)}`)));
    expect(endless.features[0]?.location.length).toBeLessThanOrEqual(301);
    expect(parseGenbank(`LOCUS ${'x'.repeat(5_000_000)}`).name).toHaveLength(301);
    expect(parseGenbank(`LOCUS ${' '.repeat(200_000)}`).name).toBe('');
  });

it('says that a master record has no sequence, instead of a length of 0', () => {
  expect(() =>
    parseGenbank('LOCUS       KBUV01000000            3714 rc    DNA     linear   ENV 26-FEB-2018\n//\n'),
  ).toThrow('master record of 3,714 other records');
});
