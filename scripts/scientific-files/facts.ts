import type { ModelOf, ReaderId } from '@labroom/formats/models';
import { readers } from '@labroom/formats/worker/readers.ts';

/** What a preview shows, by names that the independent readers use, too. */
export type Facts = Readonly<Record<string, unknown>>;

type FactsOfModel = { readonly [Id in ReaderId]?: (body: Blob) => Promise<Facts> };

/** Of the first, a middle and the last value. */
const sample = (values: ArrayLike<number>, scaled: (value: number) => number = (value) => value) =>
  // Text, since JSON has no NaN.
  [0, Math.floor(values.length / 2), values.length - 1].map((at) => String(scaled(values[at] ?? Number.NaN)));

type ArrayFile = ModelOf<'hdf5'>;
const MOST_DATASETS = 60;

/** The tree of a file of arrays, and what is shown of each of its first arrays. */
async function arrayFacts(read: (dataset: string | null) => Promise<ArrayFile>): Promise<Facts> {
  const file = await read(null);
  const facts: Record<string, unknown> = { objects: file.nodes.map(({ path }) => path) };
  for (const node of file.nodes.slice(0, MOST_DATASETS)) {
    for (const [name, value] of node.attributes) facts[`${node.path} @${name}`] = value;
    if (node.kind !== 'dataset') continue;
    facts[`${node.path} shape`] = node.shape;
    facts[`${node.path} type`] = node.type ?? node.note;
    const { values } = await read(node.path);
    if (!values || values.rows.length === 0) facts[`${node.path} note`] = values?.note;
    else {
      facts[`${node.path} first`] = values.rows[0];
      facts[`${node.path} last`] = values.rows.at(-1);
    }
  }
  return facts;
}

const structureFacts = (structure: ModelOf<'pdb'>): Facts => {
  const place = structure.atoms.map(({ x, y, z }) => [x, y, z].map((value) => Number(value.toFixed(3))));
  return {
    models: structure.models,
    atoms: structure.atomCount,
    first: place[0],
    last: structure.atoms.length === structure.atomCount ? place.at(-1) : undefined,
    elements: structure.atoms.map(({ element }) => element.toUpperCase()).sort(),
    title: structure.title,
    method: structure.method,
    resolution: structure.resolution,
    chains: structure.chains.map(({ id }) => id),
    'residues of chains': structure.chains.map(({ residues }) => residues),
    waters: structure.waters,
  };
};

const moleculeFacts = ({ count, molecules }: ModelOf<'sdf'>): Facts => ({
  count,
  names: molecules.map(({ name }) => name),
  // Of molecules with aromatic bonds none is told.
  formulas: molecules.some(({ formula }) => formula === null)
    ? undefined
    : molecules.map(({ formula }) => formula),
  properties: molecules.map(({ properties }) => properties.map(([name]) => name)),
  problems: molecules.map(({ problem }) => problem),
});

const factsOfModel: FactsOfModel = {
  async bam(body) {
    const { text, isCut } = await (await readers.bam())(body);
    return { lines: isCut ? undefined : text.split('\n').filter(Boolean) };
  },
  async dicom(body) {
    const image = await (await readers.dicom())(body, { frame: 0 });
    return {
      ...{ width: image.width, height: image.height, frames: image.frameCount, isColor: image.isColor },
      ...{ slope: image.slope, intercept: image.intercept, isInverted: image.isInverted },
      ...{ modality: image.modality, window: image.window && [image.window.center, image.window.width] },
      pixels: sample(image.pixels),
      ...Object.fromEntries(image.facts),
    };
  },
  async nifti(body) {
    const volume = await (await readers.nifti())(body);
    const { slope, intercept } = volume;
    return {
      ...{ size: volume.size, spacing: volume.spacing, unit: volume.unit, count: volume.count },
      ...{
        description: volume.description,
        type: volume.dataType,
        directions: volume.directions?.map(([, to]) => to),
      },
      voxels: sample(volume.voxels, (value) => value * slope + intercept),
    };
  },
  hdf5: async (body) => {
    const read = await readers.hdf5();
    return arrayFacts((dataset) => read(body, { dataset }));
  },
  r: async (body) => {
    const read = await readers.r();
    return arrayFacts((dataset) => read(body, { dataset }));
  },
  sqlite: async (body) => {
    const read = await readers.sqlite();
    return arrayFacts((dataset) => read(body, { dataset }));
  },
  fits: async (body) => {
    const read = await readers.fits();
    return arrayFacts((dataset) => read(body, { dataset }));
  },
  npy: async (body) => {
    const read = await readers.npy();
    return arrayFacts((dataset) => read(body, { dataset }));
  },
  async parquet(body) {
    const table = await (await readers.parquet())(body);
    return {
      ...{ rows: table.rowCount, columns: table.columns.map(({ name }) => name), header: table.header },
      ...{ types: table.columns.map(({ type }) => type), first: table.rows[0], last: table.rows.at(-1) },
      shown: table.rows.length,
    };
  },
  async fcs(body) {
    const { parameters, ...file } = await (await readers.fcs())(body);
    return {
      ...{ events: file.eventCount, cytometer: file.cytometer, date: file.date },
      names: parameters.map(({ name }) => name),
      labels: parameters.map(({ label }) => label),
      first: parameters.map(({ values }) => values[0]),
      last: file.stride === 1 ? parameters.map(({ values }) => values.at(-1)) : undefined,
    };
  },
  async tiff(body) {
    const page = await (await readers.tiff())(body, { page: 0 });
    const isWhole = page.shown.width === page.width && page.shown.height === page.height;
    return {
      ...{
        pages: page.pages,
        width: page.width,
        height: page.height,
        samples: page.samples,
        bits: page.bits,
      },
      ...{ range: isWhole ? page.range : undefined, noData: page.noData, description: page.description },
      pixels: isWhole ? sample(page.shown.values) : undefined,
      channels: page.shown.channels,
    };
  },
  async sequences(body) {
    const { records, ...all } = await (await readers.sequences())(body);
    return {
      ...all,
      names: records.map(({ name }) => name),
      lengths: records.map(({ length }) => length),
      qualities: records.map(({ quality }) => quality),
      shares: records.map(({ gc }) => gc),
      starts: records.map(({ start }) => start.slice(0, 50)),
    };
  },
  async genbank(body) {
    const { features, ...record } = await (await readers.genbank())(body);
    return {
      ...record,
      types: features.map(({ type }) => type),
      starts: features.map(({ span }) => span?.start ?? null),
      ends: features.map(({ span }) => span?.end ?? null),
      reverse: features.map(({ isReverse }) => isReverse),
      labels: features.map(({ name }) => name),
    };
  },
  pdb: async (body) => structureFacts(await (await readers.pdb())(body)),
  cif: async (body) => structureFacts(await (await readers.cif())(body)),
  sdf: async (body) => moleculeFacts(await (await readers.sdf())(body)),
  smiles: async (body) => moleculeFacts(await (await readers.smiles())(body)),
  molfile: async (body) => moleculeFacts(await (await readers.molfile())(body)),
};

/** Opens a file with the reader of its format. */
export async function factsOf(format: ReaderId, body: Blob): Promise<Facts> {
  const read = factsOfModel[format];
  if (read) return read(body);
  throw new Error(`No facts of ${format}`);
}
