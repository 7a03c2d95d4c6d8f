import { drawChart } from '../drawing/chart.ts';
import { addCell, darkField, eightBit, exposed, type Field, sixteenBit } from '../drawing/micrograph.ts';
import { encodePng } from '../drawing/png.ts';
import { encodeDocx } from '../encoders/office.ts';
import { encodePdf } from '../encoders/pdf.ts';
import { seededRandom } from '../encoders/random.ts';
import { csv, json, range, text } from '../encoders/text.ts';
import { encodeTiff } from '../encoders/tiff.ts';
import { encodeZip } from '../encoders/zip.ts';
import { encodeBudget } from '../formats/budget.ts';
import { encodeNotebook } from '../formats/notebook.ts';
import { encodeParquet } from '../formats/parquet.ts';
import { type ExampleLab, file } from './example-lab.ts';

/** First capacity in mAh/g, and its loss per cycle. */
const cells = [
  { name: 'SB-01', coating: 'none', first: 118, fade: 0.0016 },
  { name: 'SB-02', coating: 'none', first: 116, fade: 0.0017 },
  { name: 'SB-03', coating: 'alumina, 2 nm', first: 121, fade: 0.0005 },
  { name: 'SB-04', coating: 'alumina, 2 nm', first: 120, fade: 0.00055 },
  { name: 'SB-05', coating: 'carbon', first: 124, fade: 0.0009 },
  { name: 'SB-06', coating: 'carbon', first: 123, fade: 0.00095 },
];
type Cell = (typeof cells)[number];

interface Cycle {
  cycle: number;
  charged: number;
  discharged: number;
  efficiency: number;
}

/** Capacities in mAh/g: forming in the first cycles, then a loss that is proportional to what is left. */
export function cycles({ name, first, fade }: Cell): Cycle[] {
  const random = seededRandom(`cell ${name}`);
  return range(300).map((index) => {
    const forming = 3 * Math.exp(-index / 4);
    const room = 0.35 * Math.sin(index / 24);
    const discharged = (first + forming) * (1 - fade) ** index + room + random.normal(0, 0.12);
    const lost = 0.0025 + fade * 1.1 + 0.06 * Math.exp(-index / 1.6) + Math.abs(random.normal(0, 0.0003));
    const charged = discharged / (1 - lost);
    return { cycle: index + 1, charged, discharged, efficiency: discharged / charged };
  });
}

const cellCsv = (cell: Cell, until = 300) =>
  csv(
    ['cycle', 'charge_mAh_per_g', 'discharge_mAh_per_g', 'coulombic_efficiency_percent'],
    cycles(cell)
      .slice(0, until)
      .map(({ cycle, charged, discharged, efficiency }) => [
        cycle,
        charged.toFixed(2),
        discharged.toFixed(2),
        (efficiency * 100).toFixed(3),
      ]),
  );

const capacityPicture = () =>
  drawChart({
    legend: 'bottom-left',
    x: { label: 'Cycle', from: 0, to: 300, step: 50 },
    y: { label: 'Discharge capacity (mAh/g)', from: 60, to: 140, step: 10 },
    series: cells.map((cell) => ({
      name: `${cell.name} ${cell.coating}`,
      points: cycles(cell).map(({ cycle, discharged }): [number, number] => [cycle, discharged]),
    })),
  });

const shownCycles = [1, 100, 200, 300];

interface Step {
  cycle: number;
  share: number;
  capacity: number;
  volts: number;
}

/** Voltage of SB-03 during discharge: two plateaus over a slope, lower the older the cell is. */
const discharge: Step[] = shownCycles.flatMap((cycle) => {
  const cell = cells[2];
  const total = cell ? (cycles(cell)[cycle - 1]?.discharged ?? 0) : 0;
  const random = seededRandom(`voltage ${cycle}`);
  return range(250).map((index) => {
    const share = index / 249;
    const plateau = (at: number, high: number) => high / (1 + Math.exp((share - at) / 0.018));
    const volts =
      2.05 +
      0.62 * (1 - share) +
      plateau(0.38, 0.42) +
      plateau(0.72, 0.31) -
      0.00022 * cycle +
      random.normal(0, 0.0012);
    const cutoff = share > 0.96 ? ((share - 0.96) / 0.04) ** 2 * 0.28 : 0;
    return { cycle, share, capacity: total * share, volts: volts - cutoff };
  });
});

const voltageTable = () =>
  encodeParquet([
    { name: 'cycle', type: 'INT32', data: discharge.map(({ cycle }) => cycle) },
    {
      name: 'capacity_mAh_per_g',
      type: 'DOUBLE',
      data: discharge.map(({ capacity }) => Number(capacity.toFixed(3))),
    },
    { name: 'voltage_V', type: 'DOUBLE', data: discharge.map(({ volts }) => Number(volts.toFixed(4))) },
  ]);

const voltagePicture = () =>
  drawChart({
    legend: 'bottom-left',
    x: { label: 'Capacity (mAh/g)', from: 0, to: 130, step: 20 },
    y: { label: 'Voltage (V)', from: 1.6, to: 4, step: 0.4 },
    series: shownCycles.map((shown) => ({
      name: `cycle ${shown}`,
      points: discharge
        .filter(({ cycle }) => cycle === shown)
        .map(({ capacity, volts }): [number, number] => [capacity, volts]),
    })),
  });

/** Impedance of SB-03: a resistance, an arc that grows with age, and diffusion. */
function impedance(cycle: number): { hertz: number; real: number; imaginary: number }[] {
  const random = seededRandom(`impedance ${cycle}`);
  const [series, transfer] = [4.2, 38 + cycle * 0.16];
  return range(61).map((step) => {
    const hertz = 10 ** (5 - step * 0.1166);
    const turn = 2 * Math.PI * hertz * transfer * 1.4e-5;
    const diffusion = 9 / Math.sqrt(2 * Math.PI * hertz);
    return {
      hertz,
      real: series + transfer / (1 + turn ** 2) + diffusion + random.normal(0, 0.15),
      imaginary: -(transfer * turn) / (1 + turn ** 2) - diffusion + random.normal(0, 0.15),
    };
  });
}

const impedancePicture = () =>
  drawChart({
    x: { label: 'Real part (Ω)', from: 0, to: 140, step: 20 },
    y: { label: '−Imaginary part (Ω)', from: 0, to: 70, step: 10 },
    series: [1, 100, 300].map((cycle) => ({
      name: `cycle ${cycle}`,
      points: impedance(cycle).map(({ real, imaginary }): [number, number] => [
        real,
        Math.max(0, -imaginary),
      ]),
    })),
  });

/** Spacing of the layers and of their rows in Å, and the wavelength of the source. */
const lattice = { a: 2.92, c: 11.14 };
const wavelength = 1.5406;

/** Angles of the reflections of a hexagonal lattice, in degrees of 2θ. */
export function reflections(): { hkl: string; angle: number; height: number }[] {
  const planes: [h: number, k: number, l: number, height: number][] = [
    [0, 0, 2, 1000],
    [0, 0, 4, 240],
    [1, 0, 0, 190],
    [1, 0, 2, 420],
    [1, 0, 3, 260],
    [1, 0, 4, 330],
    [1, 0, 6, 150],
    [1, 1, 0, 170],
    [1, 1, 2, 120],
  ];
  return planes.map(([h, k, l, height]) => {
    const spacing =
      1 / Math.sqrt((4 / 3) * ((h * h + h * k + k * k) / lattice.a ** 2) + (l / lattice.c) ** 2);
    return {
      hkl: `${h}${k}${l}`,
      angle: (2 * Math.asin(wavelength / (2 * spacing)) * 180) / Math.PI,
      height,
    };
  });
}

const pattern = (() => {
  let known: [number, number][] | undefined;
  return () => {
    const random = seededRandom('diffraction');
    const peaks = reflections();
    known ??= range(3001).map((step) => {
      const angle = 10 + step * 0.02;
      const peak = peaks.reduce((sum, { angle: at, height }) => {
        const away = (angle - at) / 0.09;
        return sum + height / (1 + away * away);
      }, 0);
      const expected = 60 + 240 * Math.exp(-angle / 14) + peak;
      return [angle, Math.max(0, Math.round(random.normal(expected, Math.sqrt(expected))))];
    });
    return known;
  };
})();

const patternPicture = () =>
  drawChart({
    x: { label: '2θ (degrees)', from: 10, to: 70, step: 10 },
    y: { label: 'Counts', from: 0, to: 1200, step: 200 },
    series: [{ points: pattern() }],
  });

const unitCell = () =>
  `${[
    'data_layered_oxide',
    "_chemical_name_common 'layered sodium oxide, idealised'",
    "_chemical_formula_sum 'Mn O2 Na0.67'",
    `_cell_length_a ${lattice.a}`,
    `_cell_length_b ${lattice.a}`,
    `_cell_length_c ${lattice.c}`,
    '_cell_angle_alpha 90',
    '_cell_angle_beta 90',
    '_cell_angle_gamma 120',
    "_symmetry_space_group_name_H-M 'P 63/m m c'",
    '_symmetry_Int_Tables_number 194',
    'loop_',
    '_atom_site_label',
    '_atom_site_type_symbol',
    '_atom_site_fract_x',
    '_atom_site_fract_y',
    '_atom_site_fract_z',
    '_atom_site_occupancy',
    'Mn1 Mn 0 0 0 1',
    'O1 O 0.3333 0.6667 0.0910 1',
    'Na1 Na 0 0 0.25 0.25',
    'Na2 Na 0.3333 0.6667 0.75 0.42',
  ].join('\n')}\n`;

/** Grains under the electron microscope: flat plates, with cracks after cycling. */
function grains(edge: number, isCycled: boolean): Field {
  const random = seededRandom(`grains ${isCycled}`);
  const field = darkField(edge, edge, 0.1);
  for (let grain = 0; grain < 620; grain++) {
    const [x, y] = [random.next() * edge, random.next() * edge];
    const long = edge * (0.018 + random.next() * 0.035);
    const wide = long * (0.5 + random.next() * 0.4);
    const angle = random.next() * Math.PI;
    const light = 0.3 + random.next() * 0.35;
    // The rim is brighter than the face.
    addCell(field, { x, y, long, wide, angle, light: light * 1.35, sharpness: 3, isOpaque: true });
    addCell(field, { x, y, long: long * 0.9, wide: wide * 0.88, angle, light, sharpness: 3, isOpaque: true });
    if (isCycled && random.next() < 0.5) {
      const crack = { long: long * 0.9, wide: 1.1, angle: angle + random.normal(0, 0.5), light: 0.06 };
      addCell(field, { x, y, ...crack, isOpaque: true });
    }
  }
  return field;
}

const micrograph = (isCycled: boolean) =>
  encodePng(eightBit(exposed(grains(512, isCycled), seededRandom(`beam ${isCycled}`), 0.03)));

const recipe = () =>
  encodeDocx([
    { heading: 'Electrolyte, third recipe' },
    'For members of the team and for holders. Please do not pass it on.',
    {
      table: [
        ['Component', 'Share'],
        ['Sodium salt', '1.0 mol/l'],
        ['Cyclic carbonate', '48 % by volume'],
        ['Linear carbonate', '50 % by volume'],
        ['Additive F', '2 % by volume'],
      ],
    },
    { heading: 'Mixing', level: 2 },
    {
      steps: [
        'Dry both solvents for two days over a sieve. Water must be below 15 ppm.',
        'Mix the solvents in the glove box.',
        'Add the salt in four parts; the flask gets warm.',
        'Add the additive last, and use the electrolyte within a month.',
      ],
    },
  ]);

const protocol = (rate: string) =>
  json({
    cell: 'coin, 20 mm',
    temperature_C: 25,
    steps: [
      { step: 1, what: 'rest', hours: 6 },
      { step: 2, what: 'charge', rate: 'C/20', until_V: 3.8, cycles: 2 },
      { step: 3, what: 'discharge', rate: 'C/20', until_V: 2.0, cycles: 2 },
      { step: 4, what: 'charge and discharge', rate, between_V: [2.0, 3.8], cycles: 300 },
      { step: 5, what: 'impedance', hertz: [0.01, 100_000], every_cycles: 100 },
    ],
  });

const retention = (cell: Cell) => {
  const all = cycles(cell);
  return ((all[299]?.discharged ?? 0) / (all[4]?.discharged ?? 1)) * 100;
};

const plan = () => text`
  # From coin to pouch

  The next step costs money and a dry room. This plan is for the team and for holders.

  | quarter | step | decision |
  |---|---|---|
  | 1 | 50 pouch cells of 1 Ah | coated or not |
  | 2 | 500 cycles at 25 and 45 °C | stop below 85 % |
  | 3 | a module of twelve cells | partner for a field test |

  We stop if two of three pouch cells swell.`;

export const battery: ExampleLab = {
  name: 'Sodium Battery Cycling',
  description:
    'Batteries from salt instead of lithium: does a coating two nanometres thin make them last? Six coin cells, 300 cycles, and everything we saw.\n\n- Capacities, voltages and impedance are public\n- Recipe and costs open for **holders of at least 100 SALT**\n- Held by eighteen accounts so far',
  owner: 'owner',
  image:
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="512" height="512"><rect width="96" height="96" fill="#30264a"/><g fill="none" stroke="#c9b8ff" stroke-width="4"><rect x="20" y="30" width="52" height="36" rx="5"/><path d="M76 42v12"/></g><g fill="#f3d16b"><rect x="26" y="36" width="9" height="24"/><rect x="39" y="36" width="9" height="24"/><rect x="52" y="36" width="9" height="24" opacity=".45"/></g></svg>',
  grants: [
    { to: 'contributor', role: 'CONTRIBUTOR' },
    { to: 'agent', role: 'VIEWER', isAgent: true, days: 14 },
  ],
  token: {
    symbol: 'SALT',
    supply: 10_000,
    minimum: 100,
    transfers: [
      { to: 'lab', amount: 4_000 },
      { to: 'contributor', amount: 1_500 },
      { to: 1, amount: 640 },
      { to: 2, amount: 420 },
      { to: 'viewer', amount: 400 },
      { to: 3, amount: 310 },
      { to: 4, amount: 250 },
      { to: 'outsider', amount: 60 },
      { to: 5, amount: 180 },
      { to: 'lab', amount: 1_500, isIssued: true },
      { to: 6, amount: 120 },
      { to: 'viewer', amount: 150 },
      { to: 1, amount: 75.5, from: 'contributor' },
      { to: 7, amount: 100 },
      { to: 8, amount: 90 },
      { to: 'agent', amount: 25 },
      { to: 9, amount: 60, from: 'viewer' },
      { to: 10, amount: 48 },
      { to: 'lab', amount: 500, isIssued: true },
      { to: 11, amount: 30 },
      { to: 2, amount: 120, from: 'contributor' },
      { to: 12, amount: 12.25 },
    ],
  },
  announcements: [
    {
      headline: 'All six cells passed 300 cycles',
      body: 'With the coating, **86 % of the capacity is left**; without it, 62 %. The tables are in `cells/`.',
    },
    {
      headline: 'SALT is here',
      body: 'The lab has a token. Who holds 100 SALT can open the recipe of the electrolyte and the cost model in `holders/`.',
    },
  ],
  files: [
    file(
      'README.md',
      'The idea, and where to find what',
      'overview',
      () => text`
        # Sodium battery cycling

        Sodium is cheap, and wears a battery out. We coat the cathode with two nanometres of alumina and count cycles. This is
        example data: every number is made up.

        ![Capacity of six cells](cells/capacity.png)

        | folder | what is there |
        |---|---|
        | \`cells/\` | six cells, 300 cycles each |
        | \`impedance/\`, \`diffraction/\`, \`microscopy/\` | why they age |
        | \`protocols/\` | how we build and cycle them |
        | \`holders/\` | recipe, costs and plans, for holders of 100 SALT |`,
    ),
    file(
      'protocols/coin-cell.md',
      'From powder to cell in two days',
      'standard operating procedure, synthesis',
      () => text`
        # Building a coin cell

        ![Grains of the cathode](../microscopy/fresh.png)

        1. Mix cathode, carbon and binder 90 : 5 : 5, and coat the foil 100 µm thick.
        2. Dry at 110 °C over night, and punch discs of 14 mm.
        3. In the glove box: disc, separator, 80 µl of electrolyte, sodium, spacer, spring.
        4. Press, wipe, and let it rest for six hours.

        The capacity of a disc is $Q = m \cdot 120\ \mathrm{mAh/g}$; at C/5 a discharge takes five hours.`,
    ),
    file(
      'protocols/cycler.json',
      'Program of the cycler',
      'standard operating procedure',
      () => protocol('C/5'),
      { earlier: [{ content: () => protocol('C/3') }] },
    ),
    ...cells.map((cell) =>
      file(
        `cells/${cell.name}.csv`,
        `300 cycles; coating: ${cell.coating}`,
        'raw data, cycling',
        () => cellCsv(cell),
        {
          earlier:
            cell.name === 'SB-03'
              ? [{ content: () => cellCsv(cell, 100) }, { content: () => cellCsv(cell, 200) }]
              : [],
          by: cell.coating === 'carbon' ? 'contributor' : 'owner',
        },
      ),
    ),
    file('cells/capacity.png', 'The coated cells last', 'processed data, cycling', capacityPicture),
    file(
      'cells/SB-03-voltage.parquet',
      'Voltage by capacity in four discharges',
      'raw data, cycling',
      voltageTable,
    ),
    file('cells/SB-03-voltage.png', 'Two plateaus that stay', 'processed data, cycling', voltagePicture),
    file('cells/all-cells.zip', 'All six tables in one download', 'raw data, cycling', () =>
      encodeZip(Object.fromEntries(cells.map((cell) => [`cells/${cell.name}.csv`, cellCsv(cell)]))),
    ),
    ...[1, 100, 300].map((cycle) =>
      file(
        `impedance/SB-03-cycle-${String(cycle).padStart(3, '0')}.csv`,
        `61 frequencies after cycle ${cycle}`,
        'raw data, impedance',
        () =>
          csv(
            ['frequency_Hz', 'real_ohm', 'imaginary_ohm'],
            impedance(cycle).map(({ hertz, real, imaginary }) => [
              hertz.toPrecision(5),
              real.toFixed(3),
              imaginary.toFixed(3),
            ]),
          ),
        { by: 'contributor' },
      ),
    ),
    file('impedance/nyquist.png', 'Three arcs', 'processed data, impedance', impedancePicture),
    file(
      'diffraction/cathode.xy',
      'Angle and counts, 10 to 70 degrees',
      'raw data, diffraction',
      () =>
        `${pattern()
          .map(([angle, counts]) => `${angle.toFixed(2)} ${counts}`)
          .join('\n')}\n`,
    ),
    file(
      'diffraction/cathode.png',
      'A layered oxide, and nothing else',
      'processed data, diffraction',
      patternPicture,
    ),
    file('diffraction/reflections.csv', 'Where its peaks are', 'processed data, diffraction', () =>
      csv(
        ['hkl', 'two_theta_degrees', 'relative_height'],
        reflections().map(({ hkl, angle, height }) => [hkl, angle.toFixed(2), height]),
      ),
    ),
    file('diffraction/layered-oxide.cif', 'The unit cell, idealised', 'model, diffraction', unitCell),
    file('microscopy/fresh.png', 'Grains before the first cycle; the picture is 20 µm wide', 'imaging', () =>
      micrograph(false),
    ),
    file(
      'microscopy/cycled.png',
      'The same electrode without coating after 300 cycles: cracks',
      'imaging',
      () => micrograph(true),
    ),
    file('microscopy/fresh.tif', 'The same field in 16 bits', 'imaging, raw data', () => {
      const edge = 384;
      const slices = [sixteenBit(exposed(grains(edge, false), seededRandom('beam of 16 bits'), 0.03))];
      return encodeTiff({
        width: edge,
        height: edge,
        slices,
        description: 'Grains, 20 um wide; example data',
      });
    }),
    file('analysis/fade.ipynb', 'What is left after 300 cycles', 'notebook, cycling', () =>
      encodeNotebook([
        {
          markdown: text`
              # How fast do cells fade?

              If each cycle costs the same share $f$ of what is left, capacity falls as $Q_n = Q_1 (1 - f)^n$.`,
        },
        {
          code: text`
              import pandas as pd
              cells = {name: pd.read_csv(f"../cells/{name}.csv") for name in NAMES}
              retention = {
                  name: 100 * rows.discharge_mAh_per_g.iloc[299] / rows.discharge_mAh_per_g.iloc[4]
                  for name, rows in cells.items()
              }
              table(retention)`,
          outputs: [
            {
              columns: ['cell', 'coating', 'left after 300 cycles, %'],
              rows: cells.map((cell) => [cell.name, cell.coating, retention(cell).toFixed(1)]),
            },
          ],
        },
        { code: 'plot(cells)', outputs: [{ png: capacityPicture() }] },
        { code: 'plot_voltage("SB-03")', outputs: [{ png: voltagePicture() }] },
      ]),
    ),
    file(
      'analysis/differential_capacity.py',
      'Plateaus as peaks',
      'source code, cycling',
      () => text`
        """Differential capacity dQ/dV of each discharge: plateaus become peaks."""
        import pandas as pd

        rows = pd.read_parquet("../cells/SB-03-voltage.parquet")
        for cycle, discharge in rows.groupby("cycle"):
            steps = discharge.diff().dropna()
            steps = steps[steps.voltage_V.abs() > 1e-4]
            slope = -(steps.capacity_mAh_per_g / steps.voltage_V)
            peak = discharge.loc[slope.rolling(7, center=True).mean().idxmax()]
            print(f"cycle {cycle}: strongest plateau at {peak.voltage_V:.2f} V")`,
      { by: 'contributor' },
    ),
    file('reports/300-cycles.pdf', 'Results on one page', 'milestone, cycling', () =>
      encodePdf([
        {
          title: '300 cycles',
          lines: [
            'Six cells ran for four months. None was taken out early.',
            '',
            ...cells.map(
              (cell) => `${cell.name}   ${cell.coating.padEnd(14)} ${retention(cell).toFixed(1)} % left`,
            ),
            '',
            'With the coating, a quarter more of the first capacity is left after 300 cycles.',
            'The arc of a coated cell more than doubles; grains of the uncoated ones crack.',
          ],
        },
      ]),
    ),
    file('holders/electrolyte.docx', 'The third recipe of the electrolyte', 'synthesis', recipe, {
      categories: ['Intellectual property'],
      access: 'HOLDERS',
    }),
    file('holders/scale-up.md', 'From coin to pouch, in three quarters', 'plan', plan, {
      categories: ['Project'],
      earlier: [{ content: () => '# From coin to pouch\n\nWe will make pouch cells next. More soon.\n' }],
      access: 'HOLDERS',
    }),
    file(
      'holders/costs.xlsx',
      'What a kilowatt-hour would cost',
      'budget, valuation',
      () =>
        encodeBudget(
          [
            { item: 'Cathode powder', quantity: 2.1, unit: 'kg', price: 14 },
            { item: 'Hard carbon', quantity: 1.3, unit: 'kg', price: 11 },
            { item: 'Electrolyte', quantity: 1.6, unit: 'kg', price: 9.5 },
            { item: 'Foils', quantity: 0.9, unit: 'kg', price: 6 },
            { item: 'Separator', quantity: 12, unit: 'm2', price: 0.7 },
            { item: 'Coating', quantity: 2.1, unit: 'kg', price: 1.8 },
          ],
          { overheadPercent: 30, granted: 120 },
        ),
      { categories: ['Funding and finance'], access: 'HOLDERS' },
    ),
    file(
      'team/disclosure.md',
      'Draft for the patent attorney',
      'invention disclosure',
      () => text`
        # Invention disclosure

        The coating is applied from the gas phase at 120 °C, before the binder is added. Claims and dates are to be completed
        before anything of this is shown outside of the team.`,
      { categories: ['Intellectual property'], access: 'TEAM' },
    ),
  ],
};
