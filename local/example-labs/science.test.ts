import { expect, test } from 'vitest';
import { encodeDocx, encodeXlsx } from './encoders/office.ts';
import { reverseComplement, translated } from './encoders/sequence.ts';
import { cycles, reflections } from './labs/battery.ts';
import { concentrations, growthAt } from './labs/biofilm.ts';
import { axialField, larmor } from './labs/coil.ts';
import { lipase, meltingCurve, plasmid, primers, variants } from './labs/lipase.ts';
import { samples, shannon } from './labs/soil.ts';

test('each primer binds the plasmid exactly once, and the gene primers enclose the gene', () => {
  const { dna, features } = plasmid();
  const circle = dna + dna.slice(0, 40);
  const both = circle + reverseComplement(circle);
  for (const { sequence, name } of primers()) expect(both.split(sequence).length - 1, name).toBe(1);
  const gene = features.find(({ label }) => label.startsWith('lipase'));
  const [forward, reverse] = primers();
  expect(dna.indexOf(forward?.sequence ?? '-') + 1).toBe(gene?.from);
  expect(dna.indexOf(reverseComplement(reverse?.sequence ?? '')) + 24).toBe(gene?.to);
});

test('coding sequences of the plasmid give the proteins that it names', () => {
  const { dna, features } = plasmid();
  const coding = features.filter(({ type }) => type === 'CDS');
  expect(coding).toHaveLength(2);
  for (const { from, to, isReverse, translation } of coding) {
    const strand = dna.slice(from - 1, to);
    const read = isReverse ? reverseComplement(strand) : strand;
    expect(read.slice(-3)).toBe('TAA');
    expect(translated(read)).toBe(translation);
  }
});

test('mutations of a variant are those between its sequence and the wild type', () => {
  const all = variants();
  expect(all).toHaveLength(24);
  for (const { mutations, sequence } of all)
    for (const mutation of mutations.slice(-1)) {
      const [, position, after] = /^[A-Z](\d+)([A-Z])$/.exec(mutation) ?? [];
      expect(sequence[Number(position) - 1]).toBe(after);
    }
});

test('a melting curve is steepest at its melting point', () => {
  for (const tm of [61.4, 72.6, 79.8]) {
    const curve = meltingCurve(tm, `test ${tm}`);
    const slopes = curve.slice(8).map((value, index) => value - (curve[index] ?? 0));
    expect(25 + (slopes.indexOf(Math.max(...slopes)) + 4) / 2).toBeCloseTo(tm, -0.5);
  }
});

test('ranked variants keep as much activity on the plate as their half-lives say', async () => {
  const find = (path: string) => lipase.files.find((file) => file.path === path)?.content();
  const plate = String(await find('results/round-3/plate-07.csv'));
  for (const row of String(await find('team/ranked-hits.csv'))
    .trim()
    .split('\n')
    .slice(1)) {
    const [, variant = '', halfLife] = row.split(',');
    const [, , before, after] =
      plate
        .split('\n')
        .find((line) => line.includes(variant))
        ?.split(',') ?? [];
    expect(Number(after) / Number(before)).toBeCloseTo(2 ** (-60 / Number(halfLife)), 1);
  }
});

test('half of the growth is left at the EC50, and doses double', () => {
  expect(growthAt(118, 118, 2.6)).toBe(0.5);
  expect(concentrations[0]).toBe(2 * (concentrations[1] ?? 0));
});

test('cells lose capacity, never gain charge, and the coated ones last longer', () => {
  const left = (fade: number) => {
    const all = cycles({ name: 'test', coating: '', first: 120, fade });
    for (const { efficiency } of all) expect(efficiency).toBeLessThan(1);
    return (all[299]?.discharged ?? 0) / (all[4]?.discharged ?? 1);
  };
  expect(left(0.0005)).toBeCloseTo(0.86, 1);
  expect(left(0.0016)).toBeCloseTo(0.62, 1);
});

test('reflections obey the law of Bragg', () => {
  const layers = reflections().find(({ hkl }) => hkl === '002');
  expect(1.5406 / (2 * Math.sin(((layers?.angle ?? 0) * Math.PI) / 360))).toBeCloseTo(11.14 / 2, 3);
});

test('the coil is tuned to protons, and its field is strongest in the middle', () => {
  expect(larmor).toBeCloseTo(2.129, 3);
  expect(axialField(0)).toBeGreaterThan(axialField(0.03));
  // A long solenoid has µ₀ n.
  expect(axialField(0)).toBeLessThan((4e-7 * Math.PI * 60 * 1e6) / 0.14);
});

test('diversity is lowest at the top, and never above that of equal shares', () => {
  const highest = samples.filter(({ site }) => site === 'S4').map(({ counts }) => shannon(counts));
  const forest = samples.filter(({ site }) => site === 'S2').map(({ counts }) => shannon(counts));
  expect(Math.max(...highest)).toBeLessThan(Math.min(...forest));
  expect(shannon([1, 1, 1, 1])).toBeCloseTo(Math.log(4));
});

test('documents escape what XML gives a meaning', async () => {
  const bytes = [await encodeDocx(['a < b & c']), await encodeXlsx({ Sheet: [['a < b & c']] })];
  for (const document of bytes)
    expect(Buffer.from(document).toString('latin1')).toContain('a &lt; b &amp; c');
});
