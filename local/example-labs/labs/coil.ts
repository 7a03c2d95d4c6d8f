import { drawChart, drawHeatmap } from '../drawing/chart.ts';
import { encodePng } from '../drawing/png.ts';
import { encodeHdf5 } from '../encoders/hdf5.ts';
import { encodeNifti } from '../encoders/nifti.ts';
import { encodeDocx } from '../encoders/office.ts';
import { encodePdf } from '../encoders/pdf.ts';
import { seededRandom } from '../encoders/random.ts';
import { csv, range, text } from '../encoders/text.ts';
import { encodeTiff } from '../encoders/tiff.ts';
import { encodeBudget } from '../formats/budget.ts';
import { encodeNotebook } from '../formats/notebook.ts';
import { type ExampleLab, file } from './example-lab.ts';

/** A solenoid of 60 turns, 120 mm wide and 140 mm long, tuned to protons at 50 mT. */
const coilShape = { radius: 0.06, length: 0.14, turns: 60 };
export const larmor = 42.577 * 0.05;
const loadedQ = 61;

/** Field on the axis per ampere in µT, at a distance from the center in metres. */
export function axialField(z: number): number {
  const { radius, length, turns } = coilShape;
  const end = (at: number) => at / Math.hypot(at, radius);
  return ((4e-7 * Math.PI * turns) / (2 * length)) * (end(z + length / 2) - end(z - length / 2)) * 1e6;
}

/** Field in the plane of the axis, corrected to second order off the axis. */
function field(r: number, z: number): number {
  const step = 0.004;
  const curvature = (axialField(z + step) - 2 * axialField(z) + axialField(z - step)) / step ** 2;
  return axialField(z) - (r ** 2 / 4) * curvature;
}

const positions = range(41).map((index) => (index - 20) * 0.0025);

const fieldMap = () =>
  encodeHdf5([
    { name: 'r', shape: [41], values: positions, attributes: { unit: 'm', what: 'distance from the axis' } },
    {
      name: 'z',
      shape: [41],
      values: positions,
      attributes: { unit: 'm', what: 'distance from the center' },
    },
    {
      name: 'field_per_ampere',
      shape: [41, 41],
      values: positions.flatMap((z) => positions.map((r) => field(r, z))),
      attributes: { unit: 'µT/A', axes: 'z, r' },
    },
  ]);

const fieldPicture = () => {
  const shown = positions.filter((_, index) => index % 4 === 0);
  const label = (at: number) => (at * 1000).toFixed(0).replace('-', '−');
  return drawHeatmap({
    labels: { x: 'z (mm)', y: 'r (mm)' },
    scale: { label: 'Field per ampere, share of the center', low: '0.60', high: '1.05' },
    rows: shown.map(label),
    columns: shown.map(label),
    value: (row, column) => {
      const at = field(shown[column] ?? 0, shown[row] ?? 0);
      return (at / axialField(0) - 0.6) / 0.45;
    },
  });
};

/** Return loss in dB of a resonance with this quality. */
function returnLoss(megahertz: number): number {
  const detuned = 2 * loadedQ * ((megahertz - larmor) / larmor);
  const matched = 0.045;
  return 20 * Math.log10(Math.sqrt((matched ** 2 + detuned ** 2) / (1 + detuned ** 2)));
}

const frequencies = range(401).map((index) => 2 + index * 0.00065);

const reflection = () => {
  const random = seededRandom('reflection');
  return frequencies.map((megahertz) => ({
    megahertz,
    loss: returnLoss(megahertz) + random.normal(0, 0.05),
  }));
};

const touchstone = () =>
  [
    '! Receive coil, loaded with the phantom; example data',
    '# MHz S DB R 50',
    ...reflection().map(({ megahertz, loss }) => {
      const phase = (Math.atan2(2 * loadedQ * ((megahertz - larmor) / larmor), 0.045) * 180) / Math.PI;
      return `${megahertz.toFixed(5)} ${loss.toFixed(3)} ${phase.toFixed(2)}`;
    }),
    '',
  ].join('\n');

const reflectionPicture = () =>
  drawChart({
    x: { label: 'Frequency (MHz)', from: 2, to: 2.26, step: 0.04 },
    y: { label: 'S11 (dB)', from: -30, to: 0, step: 5 },
    series: [
      { points: reflection().map(({ megahertz, loss }) => [megahertz, Math.max(-30, loss)] as const) },
    ],
  });

const size = [64, 64, 32] as const;

/** A sphere of water with three tubes: less signal the further from the axis, and noise that averaging lowers. */
function phantom(averages: number): (x: number, y: number, z: number) => number {
  const random = seededRandom(`phantom ${averages}`);
  const noise = 190 / Math.sqrt(averages);
  const center = axialField(0);
  return (x, y, z) => {
    const [dx, dy, dz] = [(x - 31.5) * 2, (y - 31.5) * 2, (z - 15.5) * 4];
    const radius = Math.sqrt(dx * dx + dy * dy + dz * dz);
    let signal = radius < 52 ? 1500 : 0;
    for (const [tubeX, tubeY, level] of [
      [-20, 12, 400],
      [22, 10, 2400],
      [0, -24, 950],
    ] as const)
      if ((dx - tubeX) ** 2 + (dy - tubeY) ** 2 < 81 && Math.abs(dz) < 36) signal = level;
    const sensitivity = axialField(dz / 1000) / center;
    // The magnitude of two noisy channels is never negative.
    const [real, imaginary] = [signal * sensitivity + random.normal(0, noise), random.normal(0, noise)];
    return Math.round(Math.sqrt(real * real + imaginary * imaginary));
  };
}

const volume = (averages: number) =>
  encodeNifti({
    size,
    voxel: [2, 2, 4],
    description: `Phantom, ${averages} averages, 50 mT; example data`,
    at: phantom(averages),
  });

/** Slices of the volume, in the order in which the NIfTI holds them. */
function slicesOf(averages: number): Uint16Array[] {
  const at = phantom(averages);
  const [columns, rows, slices] = size;
  return range(slices).map((z) =>
    Uint16Array.from(range(columns * rows), (index) => at(index % columns, Math.floor(index / columns), z)),
  );
}

/** Every fourth slice, enlarged, in two rows. */
const contactSheet = () => {
  const slices = slicesOf(16).filter((_, index) => index % 4 === 2);
  const [columns, rows] = size;
  const zoom = 3;
  const [width, height] = [columns * zoom * 4, rows * zoom * 2];
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [tileX, tileY] = [Math.floor(x / (columns * zoom)), Math.floor(y / (rows * zoom))];
      const [column, row] = [Math.floor(x / zoom) % columns, Math.floor(y / zoom) % rows];
      const value = slices[tileY * 4 + tileX]?.[row * columns + column] ?? 0;
      data[y * width + x] = Math.min(255, value / 10);
    }
  return encodePng({ width, height, data });
};

const ratios = [1, 2, 4, 8, 16, 32, 64].map((averages) => {
  const random = seededRandom(`snr ${averages}`);
  return { averages, ratio: 7.9 * Math.sqrt(averages) * (1 + random.normal(0, 0.02)) };
});

const ratioPicture = () =>
  drawChart({
    x: { label: 'Averages', from: 0, to: 64, step: 8 },
    y: { label: 'Signal to noise', from: 0, to: 70, step: 10 },
    series: [
      {
        name: '7.9 times the root',
        points: range(129).map((step) => [step / 2, 7.9 * Math.sqrt(step / 2)] as const),
      },
      {
        name: 'measured',
        isDots: true,
        points: ratios.map(({ averages, ratio }) => [averages, ratio] as const),
      },
    ],
  });

const warmUp = () => {
  const random = seededRandom('warm-up');
  return csv(
    ['time_s', 'coil_temperature_C', 'center_frequency_kHz'],
    range(1441).map((step) => {
      const time = step * 5;
      const temperature = 22.4 + 6.1 * (1 - Math.exp(-time / 1500)) + random.normal(0, 0.03);
      const frequency = larmor * 1000 - 0.21 * (temperature - 22.4) + random.normal(0, 0.01);
      return [time, temperature.toFixed(2), frequency.toFixed(3)];
    }),
  );
};

/** The tube that carries the winding, as triangles; all in millimetres. */
const former = () => {
  const sides = 96;
  const point = (side: number, radius: number, z: number) => {
    const angle = (2 * Math.PI * side) / sides;
    return [radius * Math.cos(angle), radius * Math.sin(angle), z].map((value) => value.toFixed(3)).join(' ');
  };
  const facet = (corners: string[]) =>
    `facet normal 0 0 0\n outer loop\n${corners.map((corner) => `  vertex ${corner}\n`).join('')} endloop\nendfacet\n`;
  const quads = range(sides).flatMap((side) => {
    const [here, next] = [side, (side + 1) % sides];
    const quad = (a: string, b: string, c: string, d: string) => facet([a, b, c]) + facet([a, c, d]);
    const [inner, outer, top] = [57, 60, 160];
    return [
      quad(point(here, outer, 0), point(next, outer, 0), point(next, outer, top), point(here, outer, top)),
      quad(point(next, inner, 0), point(here, inner, 0), point(here, inner, top), point(next, inner, top)),
      quad(
        point(here, outer, top),
        point(next, outer, top),
        point(next, inner, top),
        point(here, inner, top),
      ),
      quad(point(next, outer, 0), point(here, outer, 0), point(here, inner, 0), point(next, inner, 0)),
    ];
  });
  return `solid former\n${quads.join('')}endsolid former\n`;
};

const parts = (capacitors: number) =>
  csv(
    ['part', 'quantity', 'specification'],
    [
      ['litz wire', '24 m', '60 x 0.1 mm'],
      ['former', 1, 'PLA 120 mm'],
      ['capacitor', capacitors, 'ceramic 180 pF'],
      ['trimmer', 2, '5 to 30 pF'],
      ['connector', 1, '50 ohm'],
      ['copper foil', '0.4 m2', '35 um'],
    ],
  );

const drawing = () =>
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200" fill="none" stroke="#1f4e79" stroke-width="3"><circle cx="100" cy="100" r="80"/><circle cx="100" cy="100" r="60"/><circle cx="100" cy="100" r="40"/><path d="M100 20V2M100 180v18"/></svg>\n';

const sideView = () => {
  const turns = range(15).map((turn) => `<path d="M${34 + turn * 16} 40L${42 + turn * 16} 140"/>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 190" fill="none" stroke="#1f4e79" stroke-width="2"><rect x="20" y="40" width="260" height="100" rx="3" stroke="#8a97a5"/>${turns.join('')}<path d="M20 162H280M20 156v12M280 156v12" stroke="#444"/><text x="150" y="182" text-anchor="middle" font-family="sans-serif" font-size="13" fill="#444" stroke="none">140 mm, 60 turns (one of four drawn)</text></svg>\n`;
};

export const coil: ExampleLab = {
  name: 'Low-field MRI Coil',
  description:
    'An open receive coil for a 50 mT scanner: drawings, parts and measurements.\n\n- Wound in an afternoon, for less than 150 euros of parts\n- Everything that is needed to build one is public\n- First volumes of a phantom, no people in the scanner yet',
  owner: 'contributor',
  image:
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="512" height="512"><rect width="96" height="96" fill="#12324f"/><g fill="none" stroke="#9cc7ea" stroke-width="3"><circle cx="48" cy="48" r="34"/><circle cx="48" cy="48" r="25" stroke="#d9ecfa"/><circle cx="48" cy="48" r="16"/><path d="M48 14V2M48 82v12" stroke="#f0b429"/></g></svg>',
  grants: [{ to: 'owner', role: 'VIEWER' }],
  announcements: [
    {
      headline: 'First volumes of the phantom',
      body: 'The coil resonates at **2.129 MHz** and sees all three tubes. Two volumes are in `scans/`.',
    },
  ],
  files: [
    file(
      'README.md',
      'What this coil is, and how to build one',
      'overview',
      () => text`
        # Low-field MRI coil

        A receive coil that a school workshop can build. It fits a hand or a phantom, and a scanner of 50 mT. This is example data: all
        measurements are simulated.

        ![Slices of the phantom](scans/slices.png)

        - [How to wind it](protocols/winding.md), with a [list of parts](bill-of-materials.csv)
        - \`simulation/\`: the field it should have
        - \`measurements/\`: what the workbench says
        - \`scans/\`: what the scanner sees`,
    ),
    file('coil.svg', 'Front view of the solenoid', 'drawing', drawing, { categories: ['Project'] }),
    file('bill-of-materials.csv', 'What to buy', 'parts', () => parts(4), {
      categories: ['Project'],
      earlier: [{ content: () => parts(3) }],
    }),
    file(
      'protocols/winding.md',
      'An afternoon with wire and solder',
      'standard operating procedure',
      () => text`
        # Winding the coil

        You need an afternoon, a steady hand, and somebody who holds the spool.

        ![Side view](pictures/side-view.svg)

        1. Print the former. It takes nine hours.
        2. Fix the wire at the first hole, and wind 60 turns, 2.3 mm apart.
        3. Solder the capacitors: four fixed ones, and the trimmer across them.
        4. Tune to $f = \frac{\gamma}{2\pi} B_0 = 42.577\ \mathrm{MHz/T} \times 0.05\ \mathrm{T} = 2.129\ \mathrm{MHz}$.
        5. Match to 50 Ω: the reflection should be below −20 dB.`,
    ),
    file('protocols/pictures/side-view.svg', 'Side view with dimensions', 'drawing', sideView),
    file(
      'protocols/bench-test.docx',
      'What to check before the first scan',
      'standard operating procedure, quality control',
      () =>
        encodeDocx([
          { heading: 'Bench test' },
          'Before the coil goes near a magnet. Takes twenty minutes.',
          {
            steps: [
              'Look at every solder joint under a lamp.',
              'Measure the reflection from 2.00 to 2.26 MHz with the phantom inside.',
              'The minimum must be at 2.129 MHz, below -20 dB.',
              'Let the coil run for two hours and note temperature and frequency.',
            ],
          },
          {
            table: [
              ['Quantity', 'Expected', 'Measured'],
              ['Resonance', '2.129 MHz', '2.129 MHz'],
              ['Reflection', 'below -20 dB', '-27 dB'],
              ['Loaded quality', '50 to 70', '61'],
            ],
          },
        ]),
    ),
    file('drawings/former.stl', 'The tube that carries the winding, to print', 'drawing', former, {
      categories: ['Project'],
    }),
    file('simulation/field-map.h5', 'Field per ampere on a grid of 41 by 41 points', 'simulation', fieldMap),
    file(
      'simulation/field-map.png',
      'Within 30 mm of the center the field is even',
      'simulation',
      fieldPicture,
    ),
    file(
      'simulation/solenoid.py',
      'The formula of a finite solenoid',
      'source code, simulation',
      () => text`
        """Field on the axis of the coil, in microtesla per ampere."""
        import math

        RADIUS, LENGTH, TURNS = 0.06, 0.14, 60


        def axial_field(z: float) -> float:
            def end(at: float) -> float:
                return at / math.hypot(at, RADIUS)

            per_length = 4e-7 * math.pi * TURNS / (2 * LENGTH)
            return per_length * (end(z + LENGTH / 2) - end(z - LENGTH / 2)) * 1e6


        for millimetres in range(0, 71, 10):
            print(f"{millimetres:3d} mm  {axial_field(millimetres / 1000):6.1f} µT/A")`,
      { categories: ['Software'] },
    ),
    file(
      'measurements/reflection.s1p',
      'Network analyser, 401 points around the resonance',
      'raw data',
      touchstone,
    ),
    file('measurements/reflection.png', 'Tuned to 2.129 MHz', 'processed data', reflectionPicture),
    file(
      'measurements/warm-up.csv',
      'Temperature and frequency during the first two hours',
      'raw data',
      warmUp,
    ),
    file(
      'measurements/signal-to-noise.csv',
      'Signal to noise in the water, by number of averages',
      'processed data',
      () =>
        csv(
          ['Averages', 'signal_to_noise'],
          ratios.map(({ averages, ratio }) => [averages, ratio.toFixed(1)]),
        ),
    ),
    file('scans/phantom-1-average.nii', 'Four minutes: noisy', 'imaging, raw data', () => volume(1)),
    file('scans/phantom-16-averages.nii', 'An hour: clear', 'imaging, raw data', () => volume(16)),
    file(
      'scans/phantom-16-averages.tif',
      'The same volume as a stack of 32 pictures',
      'imaging, processed data',
      () =>
        encodeTiff({
          width: size[0],
          height: size[1],
          slices: slicesOf(16),
          description: 'Phantom, 16 averages, 2 mm by 2 mm by 4 mm; example data',
        }),
    ),
    file(
      'scans/slices.png',
      'Eight slices through the sphere and its tubes',
      'imaging, processed data',
      contactSheet,
    ),
    file(
      'analysis/signal-to-noise.ipynb',
      'Does averaging help as it should?',
      'notebook, quality control',
      () =>
        encodeNotebook([
          {
            markdown:
              '# Signal to noise\n\nNoise of $N$ averages falls as $1/\\sqrt{N}$, so the ratio should grow as $\\sqrt{N}$.',
          },
          {
            code: 'import pandas as pd\npd.read_csv("../measurements/signal-to-noise.csv")',
            outputs: [
              {
                columns: ['Averages', 'signal_to_noise'],
                rows: ratios.map(({ averages, ratio }) => [averages, ratio.toFixed(1)]),
              },
            ],
          },
          { code: 'plot()', outputs: [{ png: ratioPicture() }] },
          { markdown: 'It does. Sixteen averages are enough to see all three tubes.' },
        ]),
    ),
    file(
      'safety/checklist.pdf',
      'One page to hang on the wall',
      'safety',
      () =>
        encodePdf([
          {
            title: 'Before you switch on',
            lines: [
              'The magnet is always on, and weak. It still moves a screwdriver.',
              '',
              '[ ] No loose metal within one metre of the bore',
              '[ ] No one with an implant in the room',
              '[ ] The coil is insulated; no bare copper',
              '[ ] The amplifier is limited to 5 W',
              '[ ] Two people are present',
              '',
              'People are not scanned with this coil. There is no approval for it.',
            ],
          },
        ]),
      { categories: ['Protocols'] },
    ),
    file(
      'team/quotes.xlsx',
      'What the parts cost',
      'budget',
      () =>
        encodeBudget(
          [
            { item: 'Litz wire', quantity: 24, unit: 'm', price: 1.9 },
            { item: 'Filament', quantity: 1, unit: 'kg', price: 24 },
            { item: 'Capacitors', quantity: 4, unit: 'pieces', price: 3.1 },
            { item: 'Trimmers', quantity: 2, unit: 'pieces', price: 6.8 },
            { item: 'Connector', quantity: 1, unit: 'piece', price: 7.5 },
            { item: 'Copper foil', quantity: 0.4, unit: 'm2', price: 52 },
          ],
          { overheadPercent: 0, granted: 150 },
        ),
      { categories: ['Funding and finance'], access: 'TEAM' },
    ),
  ],
};
