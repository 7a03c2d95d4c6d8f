import { drawChart } from '../drawing/chart.ts';
import { drawFigure } from '../drawing/figure.ts';
import { drawGel } from '../drawing/gel.ts';
import { addCell, darkField, exposed, type Field, sixteenBit } from '../drawing/micrograph.ts';
import { encodePng } from '../drawing/png.ts';
import { Raster } from '../drawing/raster.ts';
import { encodeFcs } from '../encoders/fcs.ts';
import {
  encodeFasta,
  encodeMol,
  encodeSdf,
  type Group,
  type Molecule,
  substitutedBenzene,
} from '../encoders/molecule.ts';
import { encodeDocx } from '../encoders/office.ts';
import { encodePdf } from '../encoders/pdf.ts';
import { seededRandom } from '../encoders/random.ts';
import { randomDna } from '../encoders/sequence.ts';
import { csv, json, range, text } from '../encoders/text.ts';
import { encodeTiff } from '../encoders/tiff.ts';
import { encodeBudget } from '../formats/budget.ts';
import { encodeNotebook } from '../formats/notebook.ts';
import { wellsOf } from '../formats/plate.ts';
import { type ExampleLab, file } from './example-lab.ts';

const methyl = (position: number): Group => ({ position, center: 'C', branches: [] });
const hydroxyl = (position: number): Group => ({ position, center: 'O', branches: [] });
const isopropyl = (position: number): Group => ({
  position,
  center: 'C',
  branches: [
    { element: 'C', order: 1 },
    { element: 'C', order: 1 },
  ],
});
const carboxyl = (position: number): Group => ({
  position,
  center: 'C',
  branches: [
    { element: 'O', order: 2 },
    { element: 'O', order: 1 },
  ],
});

interface Compound {
  name: string;
  smiles: string;
  mass: number;
  molecule: Molecule;
  /** Concentration in mg/l that halves growth of isolate P1, and how steep the curve is. */
  ec50: number;
  hill: number;
}

const compounds: Compound[] = [
  {
    name: 'thymol',
    smiles: 'Cc1ccc(C(C)C)c(O)c1',
    mass: 150.22,
    groups: [hydroxyl(0), isopropyl(1), methyl(4)],
    ec50: 118,
    hill: 2.6,
  },
  {
    name: 'carvacrol',
    smiles: 'Cc1ccc(C(C)C)cc1O',
    mass: 150.22,
    groups: [hydroxyl(0), methyl(1), isopropyl(4)],
    ec50: 96,
    hill: 2.9,
  },
  {
    name: 'p-cresol',
    smiles: 'Cc1ccc(O)cc1',
    mass: 108.14,
    groups: [hydroxyl(0), methyl(3)],
    ec50: 390,
    hill: 2.1,
  },
  {
    name: 'salicylic acid',
    smiles: 'OC(=O)c1ccccc1O',
    mass: 138.12,
    groups: [hydroxyl(0), carboxyl(1)],
    ec50: 720,
    hill: 1.8,
  },
].map(({ groups, ...compound }) => ({ ...compound, molecule: substitutedBenzene(compound.name, groups) }));

/** How much more of a compound an isolate stands than P1. */
const isolates = [
  { name: 'P1', source: 'pond, surface', tolerance: 1, rate: 0.62 },
  { name: 'P2', source: 'pond, surface', tolerance: 1.3, rate: 0.55 },
  { name: 'P3', source: 'pond, mud', tolerance: 0.8, rate: 0.48 },
  { name: 'P4', source: 'rain barrel', tolerance: 2.1, rate: 0.41 },
];

/** Twofold dilutions in mg/l. The last column of a plate has no compound. */
export const concentrations = range(11).map((step) => 2000 / 2 ** step);

/** Share of growth that is left at a concentration. */
export const growthAt = (concentration: number, ec50: number, hill: number): number =>
  1 / (1 + (concentration / ec50) ** hill);

interface Well {
  well: string;
  isolate: string;
  concentration: number;
  density: number;
}

/** A plate of one compound: four isolates in two rows each, concentrations along the columns. */
function plateOf({ name, ec50, hill }: Compound): Well[] {
  const random = seededRandom(`phenols ${name}`);
  return wellsOf(96).map(({ name: well, row, column }) => {
    const isolate = isolates[Math.floor(row / 2)] ?? { name: '', tolerance: 1 };
    const concentration = concentrations[column] ?? 0;
    const left = growthAt(concentration, ec50 * isolate.tolerance, hill);
    const density = 0.045 + 0.86 * left * random.normal(1, 0.05) + random.normal(0, 0.003);
    return { well, isolate: isolate.name, concentration, density: Math.max(0.04, density) };
  });
}

const plateCsv = (compound: Compound) =>
  csv(
    ['well', 'isolate', 'compound', 'concentration_mg_per_l', 'od600'],
    plateOf(compound).map(({ well, isolate, concentration, density }) => [
      well,
      isolate,
      compound.name,
      Number(concentration.toFixed(2)),
      density.toFixed(3),
    ]),
  );

const fits = () =>
  json({
    model: 'growth = 1 / (1 + (concentration / ec50) ^ hill)',
    unit: 'mg/l',
    fits: compounds.flatMap(({ name, ec50, hill }) =>
      isolates.map((isolate) => ({
        compound: name,
        isolate: isolate.name,
        ec50: Math.round(ec50 * isolate.tolerance),
        hill,
      })),
    ),
  });

const dosePicture = () =>
  drawChart({
    legend: 'bottom-left',
    x: { label: 'Concentration, log10 (mg/l)', from: 0, to: 3.5, step: 0.5 },
    y: { label: 'Share of growth', from: 0, to: 1.2, step: 0.2 },
    series: compounds.flatMap((compound, index) => {
      const curve = range(71).map((step): [number, number] => [
        step / 20,
        growthAt(10 ** (step / 20), compound.ec50, compound.hill),
      ]);
      const dots = plateOf(compound)
        .filter(({ isolate, concentration }) => isolate === 'P1' && concentration > 1)
        .map(({ concentration, density }): [number, number] => [
          Math.log10(concentration),
          Math.max(0, (density - 0.045) / 0.86),
        ]);
      return [
        { name: compound.name, points: curve, color: index },
        { points: dots, isDots: true, color: index },
      ];
    }),
  });

const readingHours = range(49).map((step) => step / 2);

/** Dose of carvacrol in mg/l by column of the plate with 384 wells. */
const doseOf = (column: number) => (column === 23 ? 0 : 1000 / 1.6 ** column);

/** Logistic growth with a lag, in 384 wells: isolates by blocks of four rows, carvacrol by columns. */
function growth(): { well: string; densities: number[] }[] {
  const random = seededRandom('phenols growth');
  const carvacrol = compounds[1];
  return wellsOf(384).map(({ name: well, row, column }) => {
    const isolate = isolates[Math.floor(row / 4)] ?? isolates[0];
    const dose = doseOf(column);
    const left = growthAt(dose, (carvacrol?.ec50 ?? 96) * (isolate?.tolerance ?? 1), carvacrol?.hill ?? 2.9);
    const rate = (isolate?.rate ?? 0.5) * (0.25 + 0.75 * left);
    const top = 0.05 + 1.05 * left;
    const lag = 2.5 + 5 * (1 - left);
    const densities = readingHours.map((hour) => {
      const grown = (top - 0.05) / (1 + Math.exp(-rate * 1.6 * (hour - lag - 4)));
      return 0.048 + grown + random.normal(0, 0.003);
    });
    return { well, densities };
  });
}

const growthCsv = () => {
  const wells = growth();
  return csv(
    ['time_h', ...wells.map(({ well }) => well)],
    readingHours.map((hour, at) => [hour, ...wells.map(({ densities }) => (densities[at] ?? 0).toFixed(3))]),
  );
};

const growthPicture = () => {
  const wells = growth();
  return drawChart({
    x: { label: 'Time (h)', from: 0, to: 24, step: 4 },
    y: { label: 'Optical density at 600 nm', from: 0, to: 1.4, step: 0.2 },
    series: [23, 7, 5, 4, 0].map((column) => ({
      name: `${Math.round(doseOf(column))} mg/l`,
      points: (wells[column]?.densities ?? []).map((density, at): [number, number] => [
        readingHours[at] ?? 0,
        density,
      ]),
    })),
  });
};

interface Rod {
  x: number;
  y: number;
  z: number;
  angle: number;
  long: number;
  isAlive: boolean;
}

/** Rods of a biofilm in a cube of 1 by 1 by 1: crowded without treatment, sparse and mostly dead with it. */
function rods(isTreated: boolean): Rod[] {
  const random = seededRandom(`rods ${isTreated}`);
  const colonies = range(isTreated ? 9 : 16).map(() => ({ x: random.next(), y: random.next() }));
  return range(isTreated ? 170 : 620).map(() => {
    const { x, y } = random.pick(colonies);
    return {
      x: x + random.normal(0, 0.075),
      y: y + random.normal(0, 0.075),
      z: Math.abs(random.normal(0, isTreated ? 0.18 : 0.38)),
      angle: random.next() * Math.PI,
      long: 0.011 + random.next() * 0.008,
      isAlive: random.next() < (isTreated ? 0.16 : 0.93),
    };
  });
}

/** What the microscope sees at a height, of living or of dead cells. */
function seen(isTreated: boolean, edge: number, height: number, isAlive?: boolean): Field {
  const field = darkField(edge, edge);
  for (const rod of rods(isTreated)) {
    if (isAlive !== undefined && rod.isAlive !== isAlive) continue;
    const blur = Math.abs(rod.z - height) * 5;
    if (blur > 3) continue;
    addCell(field, {
      x: rod.x * edge,
      y: rod.y * edge,
      long: rod.long * edge * (1 + blur * 0.4),
      wide: 0.0055 * edge * (1 + blur),
      angle: rod.angle,
      light: 0.75 / (1 + blur) ** 1.6,
      sharpness: 1 / (1 + blur),
    });
  }
  return field;
}

/** Living cells are green, dead ones red. The bar is 20 µm long. */
function picture(isTreated: boolean) {
  const edge = 512;
  const random = seededRandom(`exposure ${isTreated}`);
  const [green, red] = [true, false].map((isAlive) =>
    exposed(seen(isTreated, edge, 0.1, isAlive), random, 0.025),
  );
  const raster = new Raster(edge, edge, [0, 0, 0]);
  for (let at = 0; at < edge * edge; at++) {
    const [living, dead] = [green?.data[at] ?? 0, red?.data[at] ?? 0];
    raster.data[at * 3] = Math.min(255, dead * 255 + living * 30);
    raster.data[at * 3 + 1] = Math.min(255, living * 255 + dead * 25);
    raster.data[at * 3 + 2] = Math.min(255, (living + dead) * 40);
  }
  return drawFigure({
    width: edge,
    height: edge,
    pictures: [{ png: encodePng(raster), left: 0, top: 0, width: edge, height: edge }],
    shapes: [`<rect x="${edge - 132}" y="${edge - 28}" width="102" height="5" fill="#ffffff"/>`],
    labels: [{ text: '20 µm', x: edge - 81, y: edge - 42, align: 'center', color: '#ffffff' }],
  });
}

const stack = (isTreated: boolean) => {
  const edge = 144;
  const random = seededRandom(`stack ${isTreated}`);
  return encodeTiff({
    width: edge,
    height: edge,
    slices: range(10).map((slice) => sixteenBit(exposed(seen(isTreated, edge, slice / 10), random))),
    description: `Focus series of ten slices, 2 um apart, ${isTreated ? 'with' : 'without'} carvacrol; example data`,
  });
};

/** Scatter and two stains of cells; dead cells take up the red stain. */
function events(isTreated: boolean): number[][] {
  const random = seededRandom(`cytometry ${isTreated}`);
  return range(5000).map(() => {
    const isAlive = random.next() < (isTreated ? 0.16 : 0.93);
    const size = Math.exp(random.normal(9.6, 0.35));
    return [
      size,
      size * Math.exp(random.normal(isAlive ? -0.4 : -0.1, 0.22)),
      Math.exp(random.normal(isAlive ? 9.7 : 8.6, 0.38)),
      Math.exp(random.normal(isAlive ? 5.9 : 9.1, 0.5)),
    ].map((value) => Math.min(262_143, value));
  });
}

const cytometry = (isTreated: boolean) =>
  encodeFcs({
    parameters: ['FSC-A', 'SSC-A', 'GREEN-A', 'RED-A'],
    events: events(isTreated),
    keywords: { $CYT: 'simulated', $DATE: '28-OCT-2026', $SMNO: isTreated ? 'carvacrol' : 'control' },
  });

const scatter = () =>
  drawChart({
    x: { label: 'Green fluorescence, log10', from: 3, to: 5, step: 0.5 },
    y: { label: 'Red fluorescence, log10', from: 1.5, to: 5, step: 0.5 },
    series: [
      {
        isDots: true,
        points: events(true)
          .slice(0, 600)
          .map(([, , green = 1, red = 1]): [number, number] => [Math.log10(green), Math.log10(red)]),
      },
    ],
  });

const pcr = () =>
  drawGel({
    unit: 'bp',
    seed: 'phenols gel',
    lanes: [
      {
        name: 'M',
        bands: [3000, 2000, 1500, 1000, 750, 500, 250].map(
          (size) => [size, size === 1500 ? 0.85 : 0.5] as const,
        ),
      },
      ...isolates.map(({ name }) => ({ name, bands: [[1465, 0.9]] as const })),
      { name: 'none', bands: [] },
    ],
  });

const sequences = () =>
  encodeFasta(
    isolates.map(({ name, source }) => ({
      name: `${name} 16S ${source}`,
      sequence: randomDna(seededRandom(`16S ${name}`), 1465),
    })),
  );

const protocol = (hours: number) => text`
  # Broth dilution

  How much of a compound stops growth? We double the dose from well to well and look which stay clear.

  ![Growth by dose](../mic/dose-response.png)

  1. Fill 100 µl of broth into all 96 wells.
  2. Add 100 µl of the compound (4,000 mg/l) to column 1. Mix, and carry 100 µl on to column 11.
  3. Column 12 gets no compound.
  4. Add 10⁵ cells of one isolate per well, two rows for each isolate.
  5. Close with a film that breathes. Wait ${hours} hours at 25 °C.
  6. Read the optical density at 600 nm.

  A well counts as clear below an optical density of 0.1.`;

export const biofilm: ExampleLab = {
  name: 'Plant Phenols against Biofilms',
  description:
    'Can the smell of thyme keep a water pipe clean? We test four plant phenols on bacteria from a pond, in plates and under the microscope.\n\n- 96 and 384 wells, four isolates\n- Focus series and cytometry, with and without carvacrol\n- Raw data on the day we measure',
  owner: 'contributor',
  image:
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="512" height="512"><rect width="96" height="96" fill="#1d1f2b"/><g stroke-linecap="round" stroke-width="7"><g stroke="#7bd88f"><path d="M18 30l10 6M36 22l9-7M60 28l11 3M26 56l8-8M46 48l12 2M70 58l9-6M34 76l11 4"/></g><g stroke="#e2604f"><path d="M62 74l9 5M14 74l6-9M52 66l3-9"/></g></g></svg>',
  grants: [
    { to: 'owner', role: 'CONTRIBUTOR', days: 365 },
    { to: 'viewer', role: 'VIEWER', days: 60 },
  ],
  announcements: [
    {
      headline: 'Carvacrol clears three of four isolates',
      body: 'At 500 mg/l only P4 still grows, in one of two wells. It comes from a rain barrel and seems to be used to hardship. Plates and fits are in `mic/`.',
    },
    {
      headline: 'Look at the focus series',
      body: 'Two stacks of ten slices are in `images/`: **one biofilm as it grew, one after a night with carvacrol**. Tell us what you see.',
    },
  ],
  files: [
    file(
      'README.md',
      'The question, and where the answers are',
      'overview',
      () => text`
        # Plant phenols against biofilms

        Bacteria in pipes hide in slime. Phenols from thyme and oregano may get through it. This is example data: isolates,
        readings and pictures are simulated.

        | as it grew | after a night with carvacrol |
        |---|---|
        | ![Untreated](images/untreated.png) | ![Treated](images/treated.png) |

        Green cells live, red ones do not.

        - \`compounds/\`: what we test
        - \`mic/\` and \`growth/\`: plates
        - \`images/\` and \`cytometry/\`: cells
        - \`isolates/\`: whom we test it on`,
      { earlier: [{ content: () => '# Plant phenols against biofilms\n\nPlates first, pictures later.\n' }] },
    ),
    file(
      'protocols/broth-dilution.md',
      'Which dose stops growth',
      'in vitro, standard operating procedure',
      () => protocol(20),
      { earlier: [{ content: () => protocol(16) }] },
    ),
    file('protocols/staining.docx', 'Fifteen minutes in the dark', 'in vitro, imaging', () =>
      encodeDocx([
        { heading: 'Staining living and dead cells' },
        'The green stain enters every cell, the red one only cells with a broken membrane.',
        {
          steps: [
            'Rinse the coverslip twice with saline. Do not let it dry.',
            'Add 200 µl of both stains in saline.',
            'Wait 15 minutes in the dark.',
            'Look from the glass upwards: ten slices, 2 µm apart.',
          ],
        },
        {
          table: [
            ['Channel', 'Excitation', 'Emission'],
            ['Green', '485 nm', '520 nm'],
            ['Red', '535 nm', '617 nm'],
          ],
        },
      ]),
    ),
    file('compounds/compounds.csv', 'Four phenols as SMILES', 'compounds', () =>
      csv(
        ['name', 'smiles', 'molar_mass_g_per_mol'],
        compounds.map(({ name, smiles, mass }) => [name, smiles, mass]),
      ),
    ),
    file('compounds/phenols.sdf', 'The same four as structures', 'compounds', () =>
      encodeSdf(
        compounds.map(({ name, molecule, smiles, mass }) => ({
          molecule,
          properties: { name, smiles, molar_mass: mass },
        })),
      ),
    ),
    file('compounds/carvacrol.mol', 'The most active of the four', 'compounds', () =>
      compounds[1] ? encodeMol(compounds[1].molecule) : '',
    ),
    ...compounds.map((compound) =>
      file(
        `mic/${compound.name.replaceAll(' ', '-')}.csv`,
        `One plate with ${compound.name}: four isolates, eleven doses`,
        'raw data, in vitro',
        () => plateCsv(compound),
        { by: 'owner' },
      ),
    ),
    file('mic/fits.json', 'Dose that halves growth, and slope, for 16 pairs', 'processed data', fits),
    file('mic/dose-response.png', 'Four curves with their measurements', 'processed data', dosePicture),
    file('growth/growth-384.csv', '384 wells, every half hour for a day', 'raw data, in vitro', growthCsv),
    file('growth/growth-curves.png', 'More carvacrol: later, slower, less', 'processed data', growthPicture),
    ...[false, true].flatMap((isTreated) => {
      const [name, how] = isTreated
        ? (['treated', 'after a night with carvacrol'] as const)
        : (['untreated', 'as it grew'] as const);
      return [
        file(
          `images/${name}.png`,
          `Biofilm ${how}; green lives, red does not`,
          'imaging, processed data',
          () => picture(isTreated),
        ),
        file(
          `images/${name}-focus-series.tif`,
          `Ten slices of 16 bits, 2 µm apart, ${how}`,
          'imaging, raw data',
          () => stack(isTreated),
        ),
        file(`cytometry/${name}.fcs`, `5,000 cells ${how}`, 'flow cytometry, raw data', () =>
          cytometry(isTreated),
        ),
      ];
    }),
    file(
      'cytometry/stains.png',
      'Two clouds: dead at the top, living below',
      'flow cytometry, processed data',
      scatter,
    ),
    file('isolates/16S.fasta', 'A gene of each isolate; made-up letters', 'sequencing', sequences),
    file('isolates/isolates.json', 'Where each isolate comes from', 'sites', () =>
      json(isolates.map(({ name, source, rate }) => ({ name, source, growth_rate_per_h: rate }))),
    ),
    file(
      'isolates/pcr-gel.png',
      'One band of 1,465 base pairs each, none without DNA',
      'imaging, quality control',
      pcr,
    ),
    file(
      'analysis/dose-response.ipynb',
      'Fits of all four compounds, with the plot',
      'notebook, analysis',
      () =>
        encodeNotebook([
          {
            markdown: text`
              # Which dose halves growth?

              Hill's equation, with growth $g$ at a concentration $c$:

              $$ g(c) = \frac{1}{1 + (c / c_{50})^h} $$`,
          },
          {
            code: text`
              import pandas as pd
              from scipy.optimize import curve_fit
              def hill(c, ec50, h):
                  return 1 / (1 + (c / ec50) ** h)
              rows = read_plates("../mic")
              fit(rows[rows.isolate == "P1"])`,
            outputs: [
              {
                columns: ['compound', 'ec50 in mg/l', 'hill'],
                rows: compounds.map(({ name, ec50, hill }) => [name, ec50, hill]),
              },
            ],
          },
          { code: 'plot()', outputs: [{ png: dosePicture() }] },
          { markdown: 'Carvacrol and thymol differ in the place of one group only, and act alike.' },
        ]),
    ),
    file(
      'analysis/growth_rate.R',
      'Growth rates of 384 wells in six lines',
      'source code, analysis',
      () => text`
        # Fastest growth of each well: the steepest hour of log(density).
        curves <- read.csv("../growth/growth-384.csv", check.names = FALSE)
        rate <- function(density) {
          slopes <- diff(log(density - 0.045), lag = 2)
          max(slopes[is.finite(slopes)])
        }
        print(round(sapply(curves[, -1], rate), 2))`,
    ),
    file(
      'reports/poster.pdf',
      'The poster of the autumn meeting',
      'poster',
      () =>
        encodePdf([
          {
            title: 'Does thyme keep pipes clean?',
            lines: [
              'Question',
              'Biofilms in water pipes are hard to remove. Do phenols of herbs reach the cells inside?',
              '',
              'Answer so far',
              'Carvacrol halves growth at 96 mg/l, thymol at 118 mg/l. In a biofilm, 84 of 100 cells are',
              'dead after a night with carvacrol, and 7 of 100 without.',
              '',
              'Open',
              'One isolate, P4, stands twice as much. We do not know why yet.',
            ],
          },
        ]),
      { categories: ['Publications'] },
    ),
    file(
      'team/next-compounds.csv',
      'What we try next',
      'plan',
      () =>
        csv(
          ['priority', 'idea', 'reason'],
          [
            [1, 'ester of carvacrol', 'less smell'],
            [2, 'mixture of thymol and salicylic acid', 'may act together'],
            [3, 'capsules', 'slow release in pipes'],
          ],
        ),
      { categories: ['Intellectual property'], access: 'TEAM' },
    ),
    file(
      'team/budget.xlsx',
      'Costs of this year',
      'budget',
      () =>
        encodeBudget(
          [
            { item: 'Plates, 96 wells', quantity: 60, unit: 'pieces', price: 3.2 },
            { item: 'Plates, 384 wells', quantity: 10, unit: 'pieces', price: 8.9 },
            { item: 'Stains', quantity: 2, unit: 'kits', price: 310 },
            { item: 'Hours at the microscope', quantity: 40, unit: 'hours', price: 35 },
            { item: 'Hours at the cytometer', quantity: 6, unit: 'hours', price: 60 },
          ],
          { overheadPercent: 20, granted: 3_500 },
        ),
      { categories: ['Funding and finance'], access: 'TEAM' },
    ),
  ],
};
