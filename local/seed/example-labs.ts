import type { LocalAccountName } from '#contracts/local-accounts.ts';

interface ExampleFile {
  path: string;
  text: string;
  /** MIME type, if the extension is not enough. */
  type?: string;
  /** Encrypted for the team instead of public. */
  secret?: boolean;
  description?: string;
  tags?: string[];
  categories?: string[];
}

export interface ExampleLab {
  name: string;
  description: string;
  owner: LocalAccountName;
  grants: { to: LocalAccountName; role: 'VIEWER' | 'CONTRIBUTOR'; isAgent?: boolean; days?: number }[];
  announcement?: { headline: string; body: string };
  files: ExampleFile[];
}

/** Example labs of a new installation. Their numbers are fictional, as each README states. */
export const exampleLabs: ExampleLab[] = [
  {
    name: 'Thermostable Lipase Screen',
    description:
      'Directed evolution of a fungal lipase towards activity at 85 °C. Plates, melting curves and sequences are **shared as they are measured**; ranked hits stay with the team until they are replicated.\n\n- Library of 1,152 variants, three rounds\n- Readout: p-nitrophenyl butyrate hydrolysis\n- Replication before ranking',
    owner: 'owner',
    grants: [
      { to: 'contributor', role: 'CONTRIBUTOR' },
      { to: 'viewer', role: 'VIEWER', days: 90 },
      { to: 'agent', role: 'CONTRIBUTOR', isAgent: true, days: 30 },
    ],
    announcement: {
      headline: 'Round three is on the plates',
      body: 'Two variants kept **more than half** of their activity after an hour at 85 °C. Replicates run this week.',
    },
    files: [
      {
        path: 'README.md',
        text: '# Thermostable lipase screen\n\nExample data with made-up numbers.\n\n| folder | what is there |\n|---|---|\n| `protocols/` | how it was done |\n| `results/` | plates and melting curves |\n| `team/` | encrypted for the team |\n',
        description: 'Where to find what',
        tags: ['overview'],
        categories: ['Documentation'],
      },
      {
        path: 'protocols/activity-assay.md',
        text: '# Activity assay\n\n1. Dilute lysate 1:20 in 50 mM phosphate, pH 8.0.\n2. Add p-nitrophenyl butyrate to 1 mM.\n3. Read absorbance at 405 nm every 30 s for 10 min.\n4. Report the slope of the linear part.\n',
        tags: ['protocol', 'assay'],
        categories: ['Protocols'],
      },
      {
        path: 'results/round-3/plate-07.csv',
        text: csv(['well', 'variant', 'slope_25C', 'slope_85C'], 24, (row) => [
          `${'ABCDEFGH'[row % 8]}${1 + Math.floor(row / 8)}`,
          `L3-${String(row + 145).padStart(4, '0')}`,
          (0.8 + ((row * 37) % 41) / 100).toFixed(2),
          (((row * 53) % 61) / 100).toFixed(2),
        ]),
        description: 'Plate 7 of round three, raw slopes in absorbance per minute',
        tags: ['assay', 'round-3'],
        categories: ['Data'],
      },
      {
        path: 'results/round-3/melting.json',
        text: `${JSON.stringify({ unit: 'degree Celsius', tm: { wildtype: 61.4, 'L3-0161': 79.8, 'L3-0155': 78.1 } }, null, 2)}\n`,
        tags: ['melting curve'],
        categories: ['Data'],
      },
      {
        path: 'team/ranked-hits.csv',
        text: 'rank,variant,half_life_85C_min\n1,L3-0161,94\n2,L3-0155,71\n3,L3-0148,38\n',
        secret: true,
        description: 'Ranking before replication',
        tags: ['round-3'],
        categories: ['Data'],
      },
    ],
  },
  {
    name: 'Alpine Soil Microbiome',
    description:
      'A transect of soil communities from 800 to 2,600 m, sampled every season. Counts and site descriptions are public; coordinates of rare orchids are not.',
    owner: 'owner',
    grants: [{ to: 'viewer', role: 'CONTRIBUTOR' }],
    files: [
      {
        path: 'sites.csv',
        text: 'site,altitude_m,soil_ph,vegetation\nS1,812,6.4,beech forest\nS2,1430,5.1,spruce forest\nS3,1980,4.8,dwarf shrubs\nS4,2560,5.6,scree\n',
        description: 'The four sites of the transect',
        tags: ['sites'],
        categories: ['Data'],
      },
      {
        path: 'counts/2026-summer.tsv',
        text: 'taxon\tS1\tS2\tS3\tS4\nAcidobacteriota\t1841\t2210\t2954\t412\nPseudomonadota\t3012\t2544\t1732\t988\nActinomycetota\t1205\t1090\t811\t1430\n',
        tags: ['16S', 'summer'],
        categories: ['Data'],
      },
      {
        path: 'private/orchid-coordinates.csv',
        text: 'site,easting,northing\nS3,7201,4410\nS4,7388,4523\n',
        secret: true,
        tags: ['sites'],
      },
    ],
  },
  {
    name: 'Low-field MRI Coil',
    description: 'An open receive coil for a 50 mT scanner: drawings, parts and measurements.',
    owner: 'contributor',
    grants: [{ to: 'owner', role: 'VIEWER' }],
    files: [
      {
        path: 'coil.svg',
        type: 'image/svg+xml',
        text: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200" fill="none" stroke="#1f4e79" stroke-width="3"><circle cx="100" cy="100" r="80"/><circle cx="100" cy="100" r="60"/><circle cx="100" cy="100" r="40"/><path d="M100 20V2M100 180v18"/></svg>\n',
        description: 'Front view of the solenoid',
        tags: ['drawing'],
        categories: ['Design'],
      },
      {
        path: 'bill-of-materials.csv',
        text: 'part,quantity,specification\nlitz wire,12 m,60 x 0.1 mm\nformer,1,PLA 120 mm\ncapacitor,3,ATC 100B 180 pF\n',
        tags: ['parts'],
        categories: ['Design'],
      },
    ],
  },
];

function csv(header: string[], rows: number, row: (index: number) => string[]): string {
  return `${[header, ...Array.from({ length: rows }, (_, index) => row(index))].map((cells) => cells.join(',')).join('\n')}\n`;
}
