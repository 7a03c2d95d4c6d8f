import { drawBars, drawChart } from '../drawing/chart.ts';
import { encodeFasta } from '../encoders/molecule.ts';
import { encodeDocx } from '../encoders/office.ts';
import { encodePdf } from '../encoders/pdf.ts';
import { seededRandom } from '../encoders/random.ts';
import { randomDna, sequenced } from '../encoders/sequence.ts';
import { csv, range, text, tsv } from '../encoders/text.ts';
import { encodeZip } from '../encoders/zip.ts';
import { encodeBudget } from '../formats/budget.ts';
import { encodeNotebook } from '../formats/notebook.ts';
import { encodeParquet } from '../formats/parquet.ts';
import { type ExampleLab, file } from './example-lab.ts';

const sites = [
  { site: 'S1', altitude: 812, ph: 6.4, vegetation: 'beech forest', warmth: 9.4 },
  { site: 'S2', altitude: 1430, ph: 5.1, vegetation: 'spruce forest', warmth: 6.6 },
  { site: 'S3', altitude: 1980, ph: 4.8, vegetation: 'dwarf shrubs', warmth: 4.1 },
  { site: 'S4', altitude: 2560, ph: 5.6, vegetation: 'scree', warmth: 1.2 },
];
const seasons = ['spring', 'summer', 'autumn'] as const;
type Season = (typeof seasons)[number];

const phyla = [
  { name: 'Acidobacteriota', likes: 1900, share: 0.3 },
  { name: 'Pseudomonadota', likes: 1100, share: 0.28 },
  { name: 'Actinomycetota', likes: 2300, share: 0.18 },
  { name: 'Verrucomicrobiota', likes: 1600, share: 0.14 },
  { name: 'Bacteroidota', likes: 900, share: 0.1 },
];

interface Taxon {
  id: string;
  phylum: string;
  /** Altitude at which it is most frequent, in metres. */
  likes: number;
  /** Range of altitudes, in metres. */
  reach: number;
  weight: number;
  sequence: string;
}

const taxa: Taxon[] = (() => {
  const random = seededRandom('soil taxa');
  return range(180).map((index) => {
    let left = random.next();
    const phylum = phyla.find(({ share }) => {
      left -= share;
      return left < 0;
    });
    const { name, likes } = phylum ?? { name: 'Bacteroidota', likes: 900 };
    return {
      id: `OTU${String(index + 1).padStart(3, '0')}`,
      phylum: name,
      likes: random.normal(likes, 420),
      reach: 260 + random.next() * 500,
      weight: Math.exp(random.normal(0, 1.1)),
      sequence: randomDna(random, 253),
    };
  });
})();

interface Sample {
  site: string;
  season: Season;
  altitude: number;
  counts: number[];
}

/** Reads of each taxon in each sample: around its preferred altitude, and lower in the mountains in spring. */
export const samples: Sample[] = seasons.flatMap((season) =>
  sites.map(({ site, altitude }) => {
    const random = seededRandom(`soil ${site} ${season}`);
    const felt = altitude + { spring: 140, summer: 0, autumn: 60 }[season];
    const counts = taxa.map(({ likes, reach, weight }) => {
      const expected = weight * Math.exp(-(((felt - likes) / reach) ** 2) / 2) * 160;
      return Math.max(0, Math.round(random.normal(expected, Math.sqrt(expected) * 1.4)));
    });
    return { site, season, altitude, counts };
  }),
);

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Shannon's index, in nats. */
export function shannon(counts: readonly number[]): number {
  const total = sum(counts);
  return -sum(counts.filter(Boolean).map((count) => (count / total) * Math.log(count / total)));
}

/** Bray–Curtis dissimilarity of two samples, from 0 (equal) to 1 (no taxon in common). */
function dissimilarity(one: readonly number[], other: readonly number[]): number {
  const [totalOne, totalOther] = [sum(one), sum(other)];
  return 1 - sum(one.map((count, at) => Math.min(count / totalOne, (other[at] ?? 0) / totalOther)));
}

const samplesOf = (season: Season) => samples.filter((sample) => sample.season === season);
const countOf = ({ counts }: Sample, phylum: string) =>
  sum(counts.filter((_, at) => taxa[at]?.phylum === phylum));

const countsOf = (season: Season, names = phyla.map(({ name }) => name)) =>
  tsv(
    ['taxon', ...sites.map(({ site }) => site)],
    names.map((name) => [name, ...samplesOf(season).map((sample) => countOf(sample, name))]),
  );

const sampleName = ({ site, season }: Sample) => `${site}-${season}`;

const table = () =>
  tsv(
    ['otu', 'phylum', ...samples.map(sampleName)],
    taxa.map(({ id, phylum }, at) => [id, phylum, ...samples.map(({ counts }) => counts[at] ?? 0)]),
  );

const longTable = () => {
  const rows = samples.flatMap((sample) =>
    taxa.map(({ id, phylum }, at) => ({ ...sample, id, phylum, reads: sample.counts[at] ?? 0 })),
  );
  return encodeParquet([
    { name: 'site', type: 'STRING', data: rows.map(({ site }) => site) },
    { name: 'season', type: 'STRING', data: rows.map(({ season }) => season) },
    { name: 'altitude_m', type: 'INT32', data: rows.map(({ altitude }) => altitude) },
    { name: 'otu', type: 'STRING', data: rows.map(({ id }) => id) },
    { name: 'phylum', type: 'STRING', data: rows.map(({ phylum }) => phylum) },
    { name: 'Reads', type: 'INT32', data: rows.map(({ reads }) => reads) },
  ]);
};

/** A tree that joins taxa of a phylum first, with made-up branch lengths. */
const tree = () => {
  const random = seededRandom('soil tree');
  const clades = phyla.map(({ name }) => {
    const leaves = taxa.filter(({ phylum }) => phylum === name).map(({ id }) => id);
    const joined = leaves.map((id) => `${id}:${(0.02 + random.next() * 0.1).toFixed(3)}`);
    while (joined.length > 2) {
      const [one, other] = joined.splice(0, 2);
      joined.push(`(${one},${other}):${(0.005 + random.next() * 0.02).toFixed(3)}`);
    }
    return `(${joined.join(',')})${name}:0.15`;
  });
  return `(${clades.join(',')});\n`;
};

const hours = range(31 * 24);
const two = (value: number) => String(value).padStart(2, '0');

interface Logged {
  time: string;
  soil: number;
  air: number;
  moisture: number;
}

/** Hourly readings of a logger in October: days are warmer than nights, and soil follows air slowly. */
function logger({ site, warmth }: (typeof sites)[number]): Logged[] {
  const random = seededRandom(`logger ${site}`);
  // All sites have the same weather.
  const sky = seededRandom('weather');
  let [weather, soil, moisture] = [0, warmth, 31];
  return hours.map((hour) => {
    weather = weather * 0.985 + sky.normal(0, 0.45);
    const rain = sky.next() < 0.025 ? 3 + sky.next() * 6 : 0;
    const air =
      random.normal(0, 0.3) +
      warmth +
      weather -
      hour * 0.004 +
      3.4 * Math.sin(((hour % 24) - 9) * (Math.PI / 12));
    soil += (air - soil) * 0.035;
    moisture = Math.min(46, moisture - 0.035 + rain);
    const time = `2026-10-${two(Math.floor(hour / 24) + 1)}T${two(hour % 24)}:00Z`;
    return { time, soil, air, moisture };
  });
}

const loggerCsv = (site: (typeof sites)[number]) =>
  csv(
    ['time', 'soil_temperature_C', 'air_temperature_C', 'soil_moisture_percent'],
    logger(site).map(({ time, soil, air, moisture }) => [
      time,
      soil.toFixed(2),
      air.toFixed(2),
      moisture.toFixed(1),
    ]),
  );

const temperaturePicture = () =>
  drawChart({
    x: { label: 'Day of October', from: 1, to: 32, step: 5 },
    y: { label: 'Temperature at 10 cm (°C)', from: -6, to: 18, step: 4 },
    series: sites.map((site) => ({
      name: `${site.site}, ${site.altitude} m`,
      points: logger(site).map(({ soil }, hour): [number, number] => [1 + hour / 24, soil]),
    })),
  });

const compositionPicture = () =>
  drawBars({
    label: 'Share of reads',
    bars: samples.map(sampleName).map((name) => name.replace('-', ' ')),
    parts: phyla.map(({ name }) => ({
      name,
      share(bar) {
        const sample = samples[bar];
        return sample ? countOf(sample, name) / sum(sample.counts) : 0;
      },
    })),
  });

const distancePicture = () =>
  drawChart({
    x: { label: 'Difference in altitude (m)', from: 0, to: 1800, step: 300 },
    y: { label: 'Bray-Curtis dissimilarity', from: 0, to: 1, step: 0.2 },
    series: seasons.map((season) => ({
      name: season,
      isDots: true,
      points: samplesOf(season).flatMap((one, at) =>
        samplesOf(season)
          .slice(at + 1)
          .map((other): [number, number] => [
            Math.abs(one.altitude - other.altitude),
            dissimilarity(one.counts, other.counts),
          ]),
      ),
    })),
  });

const diversityRows = () =>
  samples.map((sample) => [
    sample.site,
    sample.season,
    sample.counts.filter(Boolean).length,
    shannon(sample.counts).toFixed(2),
  ]);

const rarefaction = () =>
  drawChart({
    x: { label: 'Reads', from: 0, to: 6000, step: 1000 },
    y: { label: 'Taxa found', from: 0, to: 180, step: 30 },
    series: samplesOf('summer').map(({ site, counts }) => {
      const total = sum(counts);
      return {
        name: site,
        // The expected number of taxa in a random part of the reads.
        points: range(31)
          .map((step) => step * 200)
          .filter((reads) => reads <= total)
          .map((reads): [number, number] => [
            reads,
            sum(counts.map((count) => 1 - (1 - reads / total) ** count)),
          ]),
      };
    }),
  });

const profile = () =>
  drawChart({
    x: { label: 'Distance along the path (km)', from: 0, to: 12, step: 2 },
    y: { label: 'Altitude (m)', from: 600, to: 2800, step: 400 },
    series: [
      {
        points: [
          [0, 700],
          [1.1, 812],
          [2.6, 1010],
          [4.2, 1430],
          [5.9, 1640],
          [7.6, 1980],
          [9.3, 2240],
          [10.8, 2560],
          [11.6, 2650],
        ],
      },
      {
        isDots: true,
        name: 'S1 to S4',
        points: [
          [1.1, 812],
          [4.2, 1430],
          [7.6, 1980],
          [10.8, 2560],
        ],
      },
    ],
  });

const samplingGuide = (cores: number) => text`
  # Sampling

  Four sites, three seasons, ${cores} cores per visit. One visit takes a day for two people.

  ![The transect](pictures/transect.png)

  1. Clean the corer with ethanol and let it dry.
  2. Take ${cores} cores, 10 cm deep, one metre apart. Leave out the litter.
  3. Mix them in one bag. Write site, date and initials on the bag, not on the lid.
  4. Keep the bags on ice, and freeze them the same evening.
  5. Fill in the form, also when nothing is unusual.

  Stay on the path above 1,900 m: the ground around the orchids is soft.`;

export const soil: ExampleLab = {
  name: 'Alpine Soil Microbiome',
  description:
    'A transect of soil communities from 800 to 2,600 m, sampled every season. Counts and site descriptions are public; coordinates of rare orchids are not.\n\n- Four sites, three seasons, 180 taxa\n- Loggers read soil and air every hour\n- Everything but the orchids may be used freely',
  owner: 'owner',
  grants: [
    { to: 'viewer', role: 'CONTRIBUTOR' },
    { to: 'contributor', role: 'VIEWER', days: 180 },
  ],
  announcements: [
    {
      headline: 'The autumn samples are counted',
      body: 'All three seasons are in [`counts/`](counts), as one table and as Parquet. Communities at 2,560 m share about a fifth with those of the beech forest.',
    },
    {
      headline: 'Loggers stay out this winter',
      body: 'We leave the four loggers in the soil until May. Their October readings are in `climate/`.',
    },
  ],
  files: [
    file(
      'README.md',
      'What was sampled, and where to find it',
      'overview',
      () => text`
        # Alpine soil microbiome

        Which microbes live where on a mountain, and do they move when it gets warmer? We take soil at four heights, three times
        a year. This is example data: every number and sequence here is made up.

        ![Phyla by site and season](figures/composition.png)

        | folder | what is there |
        |---|---|
        | \`counts/\` | reads of each taxon, by site and season |
        | \`climate/\` | hourly readings of four loggers |
        | \`sequences/\` | one sequence per taxon, raw reads, a tree |
        | \`field/\` | how we sample |
        | \`figures/\` and \`analysis/\` | what came out |
        | \`private/\` | where the orchids are, for the team |`,
    ),
    file('sites.csv', 'The four sites of the transect', 'sites', () =>
      csv(
        ['site', 'altitude_m', 'soil_ph', 'vegetation'],
        sites.map(({ site, altitude, ph, vegetation }) => [site, altitude, ph, vegetation]),
      ),
    ),
    ...seasons.map((season) => ({
      path: `counts/2026-${season}.tsv`,
      content: () => countsOf(season),
      ...(season === 'autumn' && {
        earlier: [
          { content: () => countsOf(season, ['Acidobacteriota', 'Pseudomonadota', 'Actinomycetota']) },
        ],
      }),
      description: `Reads by phylum and site, ${season}`,
      tags: ['sequencing', 'processed data', season],
      categories: ['Research data' as const],
    })),
    file('counts/otu-table.tsv', 'Reads of 180 taxa in twelve samples', 'sequencing, processed data', table),
    file(
      'counts/otu-table.parquet',
      'The same counts, one row per taxon and sample',
      'sequencing, processed data',
      longTable,
      { by: 'viewer' },
    ),
    file('sequences/otus.fasta', 'One sequence of 253 bases per taxon', 'sequencing, processed data', () =>
      encodeFasta(taxa.map(({ id, phylum, sequence }) => ({ name: `${id} ${phylum}`, sequence }))),
    ),
    file('sequences/tree.nwk', 'How the taxa are related', 'sequencing, processed data', tree),
    file(
      'sequences/S1-summer.fastq',
      'A part of the raw reads of one sample',
      'sequencing, raw data, summer',
      () =>
        sequenced(seededRandom('soil reads'), {
          dna: taxa
            .slice(0, 40)
            .map(({ sequence }) => sequence)
            .join(''),
          prefix: 'S1-summer',
          reads: 500,
          length: 150,
        }),
      { by: 'viewer' },
    ),
    ...sites.map((site) =>
      file(
        `climate/${site.site}.csv`,
        `Logger at ${site.altitude} m, every hour in October`,
        'raw data, climate',
        () => loggerCsv(site),
      ),
    ),
    file('climate/october.zip', 'All four loggers in one download', 'raw data, climate', () =>
      encodeZip(Object.fromEntries(sites.map((site) => [`climate/${site.site}.csv`, loggerCsv(site)]))),
    ),
    file(
      'climate/soil-temperature.png',
      'A warm start, then the first frost at the top',
      'climate, processed data',
      temperaturePicture,
    ),
    file(
      'field/sampling.md',
      'How soil is taken',
      'standard operating procedure, sites',
      () => samplingGuide(8),
      { earlier: [{ content: () => samplingGuide(5) }] },
    ),
    file('field/pictures/transect.png', 'Profile of the path with the four sites', 'sites', profile),
    file('field/form.docx', 'To print and take along', 'standard operating procedure', () =>
      encodeDocx([
        { heading: 'Sampling form' },
        'One form per visit. Please write so that someone else can read it in ten years.',
        {
          table: [
            ['Question', 'Answer'],
            ['Site (S1 to S4)', ''],
            ['Date and hour', ''],
            ['Initials of both people', ''],
            ['Number of cores', ''],
            ['Weather of the last three days', ''],
            ['Anything unusual', ''],
          ],
        },
      ]),
    ),
    file('figures/composition.png', 'Phyla in twelve samples', 'processed data', compositionPicture),
    file(
      'figures/altitude.png',
      'Communities differ more, the further apart they are',
      'processed data',
      distancePicture,
    ),
    file(
      'figures/rarefaction.png',
      'Whether we read enough to find all taxa',
      'processed data, quality control',
      rarefaction,
    ),
    file(
      'analysis/diversity.ipynb',
      'Shannon index of all samples, and how communities differ',
      'notebook, analysis',
      () =>
        encodeNotebook([
          {
            markdown: text`
              # Diversity by height

              Shannon's index counts how evenly reads are spread over taxa:

              $$ H = -\sum_i p_i \ln p_i $$

              It is highest where many taxa are about equally frequent.`,
          },
          {
            code: text`
              import numpy as np
              import pandas as pd
              counts = pd.read_parquet("../counts/otu-table.parquet")
              def shannon(reads):
                  p = reads[reads > 0] / reads.sum()
                  return -(p * np.log(p)).sum()
              grouped = counts.groupby(["site", "season"], sort=False)["reads"]
              grouped.agg(taxa=lambda reads: (reads > 0).sum(), shannon=shannon).round(2)`,
            outputs: [{ columns: ['site', 'season', 'taxa', 'shannon'], rows: diversityRows() }],
          },
          { code: 'plot_distance(counts)', outputs: [{ png: distancePicture() }] },
          { code: 'plot_rarefaction(counts, "summer")', outputs: [{ png: rarefaction() }] },
        ]),
    ),
    file(
      'analysis/diversity.R',
      'The same index in R',
      'source code, analysis',
      () => text`
        # Shannon index of each sample, from counts/otu-table.tsv.
        counts <- read.delim("../counts/otu-table.tsv", row.names = 1)
        shannon <- function(reads) {
          share <- reads[reads > 0] / sum(reads)
          -sum(share * log(share))
        }
        print(round(sapply(counts[, -1], shannon), 2))`,
      { by: 'viewer' },
    ),
    file('reports/season-2026.pdf', 'One page for people who do not count microbes', 'progress', () =>
      encodePdf([
        {
          title: 'The season of 2026',
          lines: [
            'We took 96 cores at four sites: eight cores on each of three visits.',
            '',
            'What we saw',
            '',
            '- Acidobacteriota dominate above 1,900 m, Pseudomonadota in the beech forest.',
            '- The community at 2,560 m is the most different, and the poorest in taxa.',
            '- In spring all communities look like those from a little further up.',
            '',
            'What we could not do',
            '',
            'The logger at S3 was dug out by a marmot in September and reads again since the 28th.',
          ],
        },
      ]),
    ),
    file(
      'funding/budget.xlsx',
      'What a year of sampling costs',
      'budget',
      () =>
        encodeBudget(
          [
            { item: 'Sequencing of samples', quantity: 96, unit: 'samples', price: 38 },
            { item: 'Extraction of DNA', quantity: 2, unit: 'kits', price: 415 },
            { item: 'Loggers', quantity: 4, unit: 'pieces', price: 189 },
            { item: 'Travel to the sites', quantity: 12, unit: 'days', price: 74 },
            { item: 'Freezer space', quantity: 12, unit: 'months', price: 25 },
          ],
          { overheadPercent: 15, granted: 8_000 },
        ),
      { categories: ['Funding and finance'] },
    ),
    {
      path: 'private/orchid-coordinates.csv',
      content: () =>
        csv(
          ['site', 'easting', 'northing'],
          [
            ['S3', 7201, 4410],
            ['S4', 7388, 4523],
          ],
        ),
      access: 'TEAM',
      tags: ['sites'],
    },
    file(
      'private/orchid-counts.csv',
      'Plants counted every July',
      'sites',
      () => {
        const random = seededRandom('orchids');
        return csv(
          ['site', 'year', 'plants', 'in_flower'],
          ['S3', 'S4'].flatMap((site) =>
            range(6).map((year) => {
              const plants = 14 + random.integer(22);
              return [site, 2021 + year, plants, Math.round(plants * (0.3 + random.next() * 0.4))];
            }),
          ),
        );
      },
      { earlier: [{ content: () => csv(['site', 'year', 'plants'], [['S3', 2025, 21]]) }], access: 'TEAM' },
    ),
  ],
};
