import { drawChart, drawHeatmap } from '../drawing/chart.ts';
import { drawGel } from '../drawing/gel.ts';
import {
  encodeFasta,
  encodeMmcif,
  encodeMol,
  encodePdb,
  encodeSdf,
  idealHelix,
  substitutedBenzene,
} from '../encoders/molecule.ts';
import { encodeDocx } from '../encoders/office.ts';
import { encodePdf } from '../encoders/pdf.ts';
import { seededRandom } from '../encoders/random.ts';
import {
  assembled,
  encodeGenBank,
  primerMeltingPoint,
  randomDna,
  randomProtein,
  reverseComplement,
  reverseTranslated,
  sequenced,
} from '../encoders/sequence.ts';
import { csv, json, range, text } from '../encoders/text.ts';
import { encodeBudget } from '../formats/budget.ts';
import { encodeNotebook } from '../formats/notebook.ts';
import { encodeParquet } from '../formats/parquet.ts';
import { rowNames, wellsOf } from '../formats/plate.ts';
import { type ExampleLab, file } from './example-lab.ts';
import { lipaseTalk } from './lipase-talk.ts';

/** Melting points in °C, and half-lives at 85 °C in minutes. */
const hits = [
  { variant: 'L3-0161', tm: 79.8, halfLife: 94 },
  { variant: 'L3-0155', tm: 78.1, halfLife: 71 },
  { variant: 'L3-0148', tm: 72.6, halfLife: 38 },
];
const curves = [{ variant: 'wildtype', tm: 61.4, halfLife: 3.1 }, ...hits];

const plates = [
  { round: 1, number: 1 },
  { round: 1, number: 2 },
  { round: 2, number: 4 },
  { round: 2, number: 5 },
  { round: 3, number: 6 },
  { round: 3, number: 7 },
  { round: 3, number: 8 },
  { round: 3, number: 9 },
];

interface Measured {
  well: string;
  variant: string;
  /** Absorbance per minute, before and after an hour at 85 °C. */
  before: number;
  after: number;
}

/** Slopes of one plate. Plate 6 begins with the first variant of round three. */
function measured(round: number, plate: number): Measured[] {
  const random = seededRandom(`lipase plate ${plate}`);
  const firstPlate = [1, 4, 6][round - 1] ?? 1;
  return wellsOf(96).map(({ name, index }) => {
    const variant = `L${round}-${String((plate - firstPlate) * 96 + index + 1).padStart(4, '0')}`;
    const before = Math.max(0.05, random.normal(1.02, 0.14));
    const hit = hits.find((known) => known.variant === variant);
    const left = hit ? 2 ** (-60 / hit.halfLife) : (0.04 * round + random.next() ** 3 * 0.12 * round) * 0.8;
    return { well: name, variant, before, after: Math.max(0, before * left + random.normal(0, 0.004)) };
  });
}

const plateCsv = (round: number, plate: number) =>
  csv(
    ['well', 'variant', 'slope_25C', 'slope_85C'],
    measured(round, plate).map(({ well, variant, before, after }) => [
      well,
      variant,
      before.toFixed(3),
      after.toFixed(3),
    ]),
  );

/** Absorbance at 405 nm, every 30 s for 10 min. */
function kinetics(): string {
  const random = seededRandom('lipase kinetics');
  const wells = measured(3, 7).map(({ well, before }) => ({
    well,
    slope: before,
    blank: random.normal(0.09, 0.004),
  }));
  return csv(
    ['time_s', ...wells.map(({ well }) => well)],
    range(21).map((step) => [
      step * 30,
      ...wells.map(({ slope, blank }) => {
        // The reader saturates at an absorbance of 4.
        const ideal = blank + (slope * step) / 2 / 3;
        return (4 * (1 - Math.exp(-ideal / 4)) + random.normal(0, 0.003)).toFixed(4);
      }),
    ]),
  );
}

const temperatures = range(141).map((step) => 25 + step / 2);

/** Fluorescence of a dye that binds to unfolded protein, between 0 and 1. */
export function meltingCurve(tm: number, seed: string): number[] {
  const random = seededRandom(seed);
  return temperatures.map((at) => {
    const folded = 0.08 + 0.0012 * (at - 25);
    const unfolded = 0.95 - 0.0035 * (at - 25) + 0.2;
    const share = 1 / (1 + Math.exp((tm - at) / 1.7));
    return folded + (unfolded - folded) * share + random.normal(0, 0.003);
  });
}

const meltingCurves = () => curves.map(({ variant, tm }) => meltingCurve(tm, `melting ${variant}`));

function meltingCsv(): string {
  const columns = meltingCurves();
  return csv(
    ['temperature_C', ...curves.map(({ variant }) => variant)],
    temperatures.map((at, row) => [at.toFixed(1), ...columns.map((column) => (column[row] ?? 0).toFixed(4))]),
  );
}

const meltingPicture = () =>
  drawChart({
    x: { label: 'Temperature (°C)', from: 25, to: 95, step: 10 },
    y: { label: 'Fluorescence, normalized', from: 0, to: 1.2, step: 0.2 },
    series: meltingCurves().map((column, index) => ({
      name: `${curves[index]?.variant} Tm ${curves[index]?.tm.toFixed(1)} °C`,
      points: column.map((value, row) => [temperatures[row] ?? 0, value] as const),
    })),
  });

const decay = (halfLife: number, seed: string) => {
  const random = seededRandom(seed);
  return range(13).map((step): [number, number] => [
    step * 10,
    Math.max(0, 2 ** ((-step * 10) / halfLife) + (step === 0 ? 0 : random.normal(0, 0.012))),
  ]);
};

const decayPicture = () =>
  drawChart({
    x: { label: 'Time at 85 °C (min)', from: 0, to: 120, step: 20 },
    y: { label: 'Residual activity', from: 0, to: 1, step: 0.2 },
    series: curves.flatMap(({ variant, halfLife }, index) => {
      const fitted = range(121).map((time): [number, number] => [time, 2 ** (-time / halfLife)]);
      const dots = decay(halfLife, `decay ${variant}`);
      return [
        { name: variant, points: fitted, color: index },
        { points: dots, color: index, isDots: true },
      ];
    }),
  });

const heatmap = () => {
  const wells = measured(3, 7);
  return drawHeatmap({
    rows: rowNames.slice(0, 8),
    columns: range(12).map((column) => String(column + 1)),
    scale: { label: 'Slope after 1 h at 85 °C', low: '0', high: '0.8' },
    value: (row, column) => (wells[row * 12 + column]?.after ?? 0) / 0.8,
  });
};

/** The wild type: made up, with the motif G-H-S-M-G around the serine of a lipase. */
const wildtype = (() => {
  const letters = [...randomProtein(seededRandom('lipase'), 284)];
  letters.splice(142, 5, ...'GHSMG');
  return letters.join('');
})();

interface Variant {
  name: string;
  mutations: string[];
  sequence: string;
}

/** Mutations of the variants, such as `A45V`: wild type, position, new amino acid. */
export function variants(): Variant[] {
  const random = seededRandom('variants');
  return range(24).map((index) => {
    const name = hits[index]?.variant ?? `L3-${String(200 + index * 7).padStart(4, '0')}`;
    const letters = [...wildtype];
    const mutations = range(index < 3 ? 5 : 2 + random.integer(3)).map(() => {
      const at = 2 + random.integer(letters.length - 2);
      const before = letters[at] ?? '';
      const after = random.pick([...'AVILFPKRDE'].filter((letter) => letter !== before));
      letters[at] = after;
      return `${before}${at + 1}${after}`;
    });
    return { name, mutations, sequence: letters.join('') };
  });
}

const tagged = `${wildtype}GSHHHHHH`;

/** The expression plasmid, of our own design. Promoter and terminator are those of phage T7; all else is made up. */
export function plasmid() {
  const random = seededRandom('plasmid');
  const resistance = randomProtein(random, 264);
  return assembled([
    { type: 'misc_feature', label: 'spacer', dna: randomDna(random, 120) },
    { type: 'promoter', label: 'T7 promoter', dna: 'TAATACGACTCACTATAGGG' },
    { type: 'misc_feature', label: 'leader', dna: randomDna(random, 42) },
    { type: 'RBS', label: 'ribosome binding site', dna: 'AAGGAGATATACC' },
    { type: 'CDS', label: 'lipase, His tag', dna: reverseTranslated(tagged), translation: tagged },
    { type: 'misc_feature', label: 'cloning site', dna: 'CTCGAGGGATCCAAGCTT' },
    { type: 'terminator', label: 'T7 terminator', dna: 'CTAGCATAACCCCTTGGGGCCTCTAAACGGGTCTTGAGGGGTTTTTTG' },
    { type: 'misc_feature', label: 'backbone', dna: randomDna(random, 310) },
    { type: 'rep_origin', label: 'origin of replication', dna: randomDna(random, 589) },
    {
      type: 'CDS',
      label: 'resistance to kanamycin (made up)',
      dna: reverseComplement(reverseTranslated(resistance)),
      isReverse: true,
      translation: resistance,
    },
    { type: 'misc_feature', label: 'backbone', dna: randomDna(random, 240) },
  ]);
}

/** Primers that amplify the gene out of the plasmid. */
export function primers(): { name: string; sequence: string; use: string }[] {
  const { dna, features } = plasmid();
  const gene = features.find(({ label }) => label.startsWith('lipase'));
  if (!gene) throw new Error('The plasmid has no lipase');
  return [
    { name: 'lip-fwd', sequence: dna.slice(gene.from - 1, gene.from + 23), use: 'amplify the gene' },
    {
      name: 'lip-rev',
      sequence: reverseComplement(dna.slice(gene.to - 24, gene.to)),
      use: 'amplify the gene',
    },
    { name: 'lip-seq', sequence: dna.slice(gene.from + 399, gene.from + 421), use: 'sequence the middle' },
    { name: 'upstream', sequence: dna.slice(gene.from - 76, gene.from - 55), use: 'sequence into the gene' },
  ];
}

const genBank = (withPrimers: boolean) => {
  const { dna, features } = plasmid();
  const binding = primers().map(({ name, sequence }) => {
    const forward = dna.indexOf(sequence);
    const from = (forward >= 0 ? forward : dna.indexOf(reverseComplement(sequence))) + 1;
    const to = from + sequence.length - 1;
    return { type: 'primer_bind' as const, from, to, isReverse: forward < 0, label: name };
  });
  return encodeGenBank({
    name: 'pLR26',
    definition: 'Expression plasmid for a thermostable lipase; example data.',
    dna,
    features: withPrimers ? [...features, ...binding] : features,
  });
};

const reads = () => {
  const { dna, features } = plasmid();
  const gene = features.find(({ label }) => label.startsWith('lipase'));
  return sequenced(seededRandom('reads'), {
    dna: dna.slice((gene?.from ?? 1) - 1, gene?.to),
    prefix: 'L3-0161',
    reads: 420,
    length: 150,
  });
};

const activeSite = {
  title: 'Ideal helix with the motif of the active site',
  atoms: idealHelix('AELLKKGHSMGALLAAEKLR'),
  helix: [1, 20] as const,
};

const nitrophenyl = (name: string, center: string, branches: { element: string; order: 1 | 2 }[]) =>
  substitutedBenzene(name, [
    {
      position: 0,
      center: 'N',
      branches: [
        { element: 'O', order: 2 },
        { element: 'O', order: 2 },
      ],
    },
    { position: 3, center, branches },
  ]);
const product = nitrophenyl('4-nitrophenol', 'O', []);
const molecules = [
  { molecule: product, properties: { role: 'product, yellow above pH 7', molar_mass: 139.11 } },
  {
    molecule: substitutedBenzene('4-nitrobenzoic acid', [
      {
        position: 0,
        center: 'N',
        branches: [
          { element: 'O', order: 2 },
          { element: 'O', order: 2 },
        ],
      },
      {
        position: 3,
        center: 'C',
        branches: [
          { element: 'O', order: 2 },
          { element: 'O', order: 1 },
        ],
      },
    ]),
    properties: { role: 'internal standard', molar_mass: 167.12 },
  },
  {
    molecule: substitutedBenzene('phenol', [{ position: 0, center: 'O', branches: [] }]),
    properties: { role: 'blank without the nitro group', molar_mass: 94.11 },
  },
];

const library = () => {
  const rows = plates.flatMap(({ round, number }) =>
    measured(round, number).map((well) => ({ ...well, round, plate: number })),
  );
  return encodeParquet([
    { name: 'round', type: 'INT32', data: rows.map(({ round }) => round) },
    { name: 'plate', type: 'INT32', data: rows.map(({ plate }) => plate) },
    { name: 'well', type: 'STRING', data: rows.map(({ well }) => well) },
    { name: 'variant', type: 'STRING', data: rows.map(({ variant }) => variant) },
    { name: 'slope_25C', type: 'DOUBLE', data: rows.map(({ before }) => Number(before.toFixed(4))) },
    { name: 'slope_85C', type: 'DOUBLE', data: rows.map(({ after }) => Number(after.toFixed(4))) },
  ]);
};

const notebook = () =>
  encodeNotebook([
    {
      markdown: text`
        # Melting points from a thermal shift

        The share of unfolded protein at temperature $T$ follows

        $$ f(T) = \frac{1}{1 + e^{(T_m - T)/w}} $$

        where $T_m$ is the melting point and $w$ the width of the transition. The steepest point of the curve is at $T_m$.`,
    },
    {
      code: text`
        import pandas as pd
        curves = pd.read_csv("../results/round-3/melting-curves.csv", index_col="temperature_C")
        curves.plot(title="Thermal shift: fluorescence of the dye")`,
      outputs: [{ png: meltingPicture() }],
    },
    {
      code: text`
        slopes = curves.diff() / curves.index.to_series().diff().iloc[1]
        tm = slopes.rolling(5, center=True).mean().idxmax()
        tm.to_frame("Tm in °C")`,
      outputs: [
        {
          columns: ['variant', 'Tm in °C'],
          rows: curves.map(({ variant, tm }) => [variant, tm.toFixed(1)]),
        },
      ],
    },
    { markdown: 'Variant L3-0161 melts 18.4 °C above the wild type.' },
    {
      code: "print(f\"{tm['L3-0161'] - tm['wildtype']:.1f} °C\")",
      outputs: [{ printed: '18.4 °C\n' }],
    },
    {
      markdown: 'Activity falls exponentially at 85 °C: $a(t) = 2^{-t/t_{1/2}}$.',
    },
    { code: 'decay.plot(style="o")', outputs: [{ png: decayPicture() }] },
  ]);

const gel = () =>
  drawGel({
    unit: 'kDa',
    seed: 'lipase gel',
    lanes: [
      {
        name: 'M',
        bands: [180, 130, 100, 70, 55, 40, 35, 25, 15].map(
          (size) => [size, size === 70 ? 0.9 : 0.55] as const,
        ),
      },
      {
        name: 'lys',
        bands: [
          [110, 0.3],
          [82, 0.35],
          [61, 0.4],
          [48, 0.45],
          [39, 0.4],
          [32, 0.9],
          [27, 0.35],
          [21, 0.3],
          [17, 0.3],
        ],
      },
      {
        name: 'flow',
        bands: [
          [110, 0.3],
          [82, 0.34],
          [61, 0.38],
          [48, 0.42],
          [39, 0.38],
          [32, 0.1],
          [27, 0.33],
          [21, 0.28],
        ],
      },
      {
        name: 'wash',
        bands: [
          [82, 0.1],
          [61, 0.12],
          [48, 0.14],
          [32, 0.16],
        ],
      },
      {
        name: 'E1',
        bands: [
          [61, 0.05],
          [32, 0.6],
        ],
      },
      { name: 'E2', bands: [[32, 1]] },
      { name: 'E3', bands: [[32, 0.75]] },
    ],
  });

const layout = () =>
  drawHeatmap({
    rows: rowNames.slice(0, 8),
    columns: range(12).map((column) => String(column + 1)),
    kinds: [
      { name: 'wild type', value: 0.95 },
      { name: 'blank', value: 0.45 },
      { name: 'library', value: 0.05 },
    ],
    value: (row, column) => (column === 0 && row < 4 ? 0.95 : column === 11 && row > 3 ? 0.45 : 0.05),
  });

const ranking = (rows: typeof hits) =>
  csv(
    ['rank', 'variant', 'half_life_85C_min', 'tm_C'],
    rows.map(({ variant, halfLife, tm }, index) => [index + 1, variant, halfLife, tm.toFixed(1)]),
  );

const budget = (granted: number) =>
  encodeBudget(
    [
      { item: 'Assay substrate', quantity: 24, unit: 'g', price: 61.5 },
      { item: 'Plates, 96 wells', quantity: 400, unit: 'pieces', price: 3.2 },
      { item: 'Affinity resin', quantity: 5, unit: '25 ml', price: 248 },
      { item: 'Synthesis of genes', quantity: 6, unit: 'genes', price: 310 },
      { item: 'Sequencing', quantity: 380, unit: 'samples', price: 5.4 },
      { item: 'Time on the plate reader', quantity: 120, unit: 'hours', price: 18 },
    ],
    { overheadPercent: 20, granted },
  );

export const lipase: ExampleLab = {
  name: 'Thermostable Lipase Screen',
  description:
    'Directed evolution of a fungal lipase towards activity at 85 °C. Plates, melting curves and sequences are **shared as they are measured**; ranked hits stay with the team until they are replicated.\n\n- Three rounds, 768 variants measured so far\n- Readout: p-nitrophenyl butyrate hydrolysis\n- Replication before ranking',
  owner: 'owner',
  image: plateImage(),
  grants: [
    { to: 'contributor', role: 'CONTRIBUTOR' },
    { to: 'viewer', role: 'VIEWER', days: 90 },
    { to: 'agent', role: 'CONTRIBUTOR', isAgent: true, days: 30 },
  ],
  ...lipaseTalk,
  files: [
    file(
      'README.md',
      'Where to find what',
      'overview',
      () => text`
        # Thermostable lipase screen

        We look for a lipase that still works after an hour at 85 °C. This is example data: every number and sequence here is
        made up.

        ![Plate 7, slope after an hour at 85 °C](results/round-3/plate-07.png)

        | folder | what is there |
        |---|---|
        | \`protocols/\` | how it was done |
        | \`sequences/\` | plasmid, primers, variants, reads |
        | \`structure/\` | a model of the active site, and the substrate |
        | \`results/\` | plates, melting curves and gels of three rounds |
        | \`analysis/\` | how the numbers were computed |
        | \`team/\` | encrypted for the team |

        Start with [the melting curves](results/round-3/melting-curves.png): the wild type unfolds at 61.4 °C, our best variant
        at 79.8 °C.`,
      {
        earlier: [
          {
            content: () =>
              '# Thermostable lipase screen\n\nWe look for a lipase that works at 85 °C. More soon.\n',
          },
        ],
      },
    ),
    file(
      'protocols/activity-assay.md',
      'How activity is measured in plates',
      'in vitro, assay',
      () => text`
        # Activity assay

        The enzyme splits p-nitrophenyl butyrate. The product is yellow, so the plate reader sees how fast it appears.

        1. Dilute lysate 1:20 in 50 mM phosphate, pH 8.0.
        2. Add p-nitrophenyl butyrate to 1 mM.
        3. Read absorbance at 405 nm every 30 s for 10 min.
        4. Report the slope of the linear part.

        ![Layout of a plate](pictures/plate-layout.png)

        Keep the lid on: butyrate smells.`,
    ),
    file(
      'protocols/purification.docx',
      'One litre of culture to pure enzyme in a day',
      'standard operating procedure, purification',
      () =>
        encodeDocx([
          { heading: 'Purification of a tagged lipase' },
          'From one litre of culture to about 20 mg of pure enzyme, in one day.',
          { heading: 'Buffers', level: 2 },
          {
            table: [
              ['Buffer', 'Imidazole', 'Volume'],
              ['Binding', '10 mM', '200 ml'],
              ['Wash', '40 mM', '100 ml'],
              ['Elution', '250 mM', '30 ml'],
            ],
          },
          'All buffers: 50 mM phosphate, 300 mM sodium chloride, pH 8.0.',
          { heading: 'Steps', level: 2 },
          {
            steps: [
              'Thaw the pellet on ice, and suspend it in 30 ml of binding buffer.',
              'Break the cells by sonication: ten times 30 s, on ice.',
              'Spin at 20,000 g for 30 min at 4 °C. Keep the clear lysate.',
              'Load it on 5 ml of resin. Keep the flow-through for the gel.',
              'Wash with 100 ml, then elute in fractions of 5 ml.',
              'Run a gel. Pool the fractions with one band at 32 kDa.',
            ],
          },
        ]),
      { by: 'contributor' },
    ),
    file(
      'protocols/pictures/plate-layout.png',
      'Where wild type and blanks are on each plate',
      'assay',
      layout,
    ),
    file(
      'sequences/pLR26.gb',
      'Expression plasmid with the gene of the lipase, and its map',
      'plasmid, sequencing',
      () => genBank(true),
      { earlier: [{ content: () => genBank(false) }] },
    ),
    file(
      'sequences/primers.csv',
      'Primers for the gene; each matches the plasmid',
      'plasmid, sequencing',
      () =>
        csv(
          ['name', 'sequence_5_to_3', 'length', 'tm_C', 'use'],
          primers().map(({ name, sequence, use }) => [
            name,
            sequence,
            sequence.length,
            primerMeltingPoint(sequence).toFixed(1),
            use,
          ]),
        ),
    ),
    file(
      'sequences/variants.fasta',
      'Proteins of 24 variants, with their mutations',
      'sequencing, processed data',
      () =>
        encodeFasta([
          { name: 'wildtype', sequence: wildtype },
          ...variants().map(({ name, mutations, sequence }) => ({
            name: `${name} ${mutations.join(' ')}`,
            sequence,
          })),
        ]),
    ),
    file(
      'sequences/L3-0161.fastq',
      'Reads that confirm the gene of one variant',
      'sequencing, raw data',
      reads,
      { by: 'contributor' },
    ),
    file(
      'structure/active-site.pdb',
      'An ideal helix with the motif G-H-S-M-G; a drawing aid, not a measured structure',
      'model',
      () => encodePdb(activeSite),
    ),
    file('structure/active-site.cif', 'The same helix as mmCIF', 'model', () => encodeMmcif(activeSite)),
    file('structure/nitrophenol.mol', 'The yellow product of the assay', 'assay, model', () =>
      encodeMol(product),
    ),
    file('structure/standards.sdf', 'Product, internal standard and blank', 'assay, model', () =>
      encodeSdf(molecules),
    ),
    ...plates.map(({ round, number }) => ({
      path: `results/round-${round}/plate-0${number}.csv`,
      content: () => plateCsv(round, number),
      description:
        number === 7
          ? 'Plate 7 of round three, raw slopes in absorbance per minute'
          : `Plate ${number}, activity before and after the heat`,
      tags: number === 7 ? ['raw data', 'assay', 'round-3'] : ['raw data', 'assay'],
      categories: ['Research data' as const],
      by: number % 2 === 0 ? ('contributor' as const) : ('owner' as const),
    })),
    file(
      'results/round-3/plate-07.png',
      'Which wells of plate 7 survive the heat',
      'assay, processed data',
      heatmap,
    ),
    file(
      'results/round-3/plate-07-kinetics.csv',
      'Readings of 96 wells every 30 s for 10 min',
      'raw data, assay',
      kinetics,
      { by: 'contributor' },
    ),
    file(
      'results/round-3/melting.json',
      'Melting points of the wild type and three variants',
      'melting curve, processed data',
      () =>
        json({
          unit: 'degree Celsius',
          method: 'thermal shift, steepest point of the curve',
          tm: Object.fromEntries(curves.map(({ variant, tm }) => [variant, tm])),
        }),
      {
        earlier: [
          { content: () => json({ unit: 'degree Celsius', tm: { wildtype: 61.4, 'L3-0161': 79.8 } }) },
        ],
      },
    ),
    file(
      'results/round-3/melting-curves.csv',
      'Fluorescence from 25 to 95 °C in steps of 0.5 °C',
      'melting curve, raw data',
      meltingCsv,
    ),
    file(
      'results/round-3/melting-curves.png',
      'Four proteins unfold',
      'melting curve, processed data',
      meltingPicture,
    ),
    file(
      'results/purification-gel.png',
      'Lysate, flow-through, wash and three elutions: one band at 32 kDa',
      'imaging, purification',
      gel,
    ),
    file(
      'results/library.parquet',
      'All eight plates as one table of 768 rows',
      'processed data, assay',
      library,
      { by: 'agent' },
    ),
    file(
      'analysis/melting.ipynb',
      'Melting points and half-lives, with plots',
      'notebook, melting curve',
      notebook,
    ),
    file(
      'analysis/fit_tm.py',
      'Computes melting points without any library',
      'source code, melting curve',
      () => text`
        """Melting points from melting-curves.csv: the steepest point of each curve."""
        import csv
        import sys


        def melting_point(temperatures: list[float], values: list[float]) -> float:
            """Temperature at which a smoothed curve rises fastest."""
            reach = 4
            slopes = [
                values[at + reach] - values[at - reach]
                for at in range(reach, len(values) - reach)
            ]
            return temperatures[slopes.index(max(slopes)) + reach]


        with open(sys.argv[1], newline="") as file:
            rows = list(csv.DictReader(file))
        temperatures = [float(row["temperature_C"]) for row in rows]
        for name in list(rows[0])[1:]:
            values = [float(row[name]) for row in rows]
            print(f"{name}\t{melting_point(temperatures, values):.1f} °C")`,
      { by: 'agent' },
    ),
    file(
      'analysis/half_life.R',
      'Fits half-lives; reads the table of the team',
      'source code, analysis',
      () => text`
        # Half-life at 85 °C from residual activities: a(t) = 2^(-t / half_life).
        decay <- read.csv("half-life.csv")
        fit <- function(rows) {
          model <- nls(activity ~ 2^(-time_min / half_life), data = rows, start = list(half_life = 30))
          coef(model)[["half_life"]]
        }
        print(sapply(split(decay, decay$variant), fit))`,
    ),
    file('reports/third-round.pdf', 'What the third series of plates showed, on two pages', 'milestone', () =>
      encodePdf([
        {
          title: 'Third round of the screen',
          lines: [
            'Summary',
            '',
            'We measured 384 variants in four plates. After an hour at 85 °C, two of them kept more than',
            'half of their activity. The best, L3-0161, melts at 79.8 °C, the wild type at 61.4 °C.',
            '',
            'What we do next',
            '',
            '1. Measure both variants again, from new cultures.',
            '2. Combine their mutations in one gene.',
            '3. Test the result with olive oil instead of the coloured substrate.',
          ],
        },
        {
          title: 'How certain are we?',
          lines: [
            'Each well was measured once. The slope of a well repeats within 14 % (eight wells of wild type).',
            'Wells at the edge of a plate dry out; we left them out of the ranking.',
            '',
            'The melting points come from one experiment with four proteins. They repeat within 0.3 °C.',
          ],
        },
      ]),
    ),
    file('team/ranked-hits.csv', 'Ranking before replication', 'round-3', () => ranking(hits), {
      earlier: [{ content: () => ranking(hits.slice(0, 2)), access: 'TEAM' }],
      access: 'TEAM',
    }),
    file(
      'team/half-life.csv',
      'Residual activity at 85 °C over two hours',
      'raw data, assay',
      () =>
        csv(
          ['variant', 'time_min', 'activity'],
          curves.flatMap(({ variant, halfLife }) =>
            decay(halfLife, `decay ${variant}`).map(([time, share]) => [variant, time, share.toFixed(3)]),
          ),
        ),
      { access: 'TEAM', by: 'contributor' },
    ),
    file('team/budget.xlsx', 'Costs of the third year', 'budget', () => budget(12_500), {
      categories: ['Funding and finance'],
      earlier: [{ content: () => budget(11_000) }],
      access: 'TEAM',
    }),
  ],
};

/** A plate of 6 by 6 wells, two of them highlighted. */
function plateImage(): string {
  const wells = range(36).map((at) => {
    const [column, row] = [at % 6, Math.floor(at / 6)];
    const fill = at === 15 || at === 28 ? '#f0b429' : (at * 7) % 5 < 2 ? '#5fa889' : '#2f6b55';
    return `<circle cx="${13 + column * 14}" cy="${13 + row * 14}" r="5" fill="${fill}"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="512" height="512"><rect width="96" height="96" fill="#17382e"/>${wells.join('')}</svg>`;
}
