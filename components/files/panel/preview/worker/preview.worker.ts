import type { ByteSource } from './byte-source.ts';
import type { FromPreviewWorker, Reader, ReadFormat, Readings, ToPreviewWorker } from './messages.ts';
import { sourceAt } from './remote-source.ts';
import { UnreadableFileError } from './unreadable-file-error.ts';

/** Each reader is loaded when its format is read, so that no format loads the libraries of another. */
const readers: { [Format in ReadFormat]: () => Promise<Reader<Format>> } = {
  cif: async () => (await import('../structure/read-cif.ts')).readCif,
  comparison: async () => (await import('../../compare/compare.ts')).compare,
  dicom: async () => (await import('../volume/read-dicom.ts')).readDicom,
  code: async () => (await import('../code/colour-code.ts')).colourCode,
  docx: async () => (await import('../archive/read-docx.ts')).readDocx,
  fcs: async () => (await import('../fcs/read-fcs.ts')).readFcs,
  genbank: async () => (await import('../genbank/read-genbank.ts')).readGenbank,
  hdf5: async () => (await import('../hdf5/read-hdf5.ts')).readHdf5,
  images: async () => (await import('../../compare/compare-images.ts')).compareImages,
  molfile: async () => (await import('../chemistry/read-molecules.ts')).readMolfile,
  nifti: async () => (await import('../volume/read-nifti.ts')).readNifti,
  notebook: async () => (await import('../notebook/read-notebook.ts')).readNotebook,
  parquet: async () => (await import('../parquet/read-parquet.ts')).readParquet,
  pdb: async () => (await import('../structure/read-pdb.ts')).readPdb,
  sdf: async () => (await import('../chemistry/read-molecules.ts')).readSdf,
  searchable: async () => (await import('../../../upload/text/read-text.ts')).readText,
  sequences: async () => (await import('../sequences/read-sequences.ts')).readSequences,
  smiles: async () => (await import('../chemistry/read-molecules.ts')).readSmiles,
  svg: async () => (await import('../svg/read-svg.ts')).readSvg,
  table: async () => (await import('../table/read-table.ts')).readTable,
  tiff: async () => (await import('../tiff/read-tiff.ts')).readTiff,
  xlsx: async () => (await import('../xlsx/read-xlsx.ts')).readXlsx,
  zip: async () => {
    const { readZip } = await import('../archive/read-zip.ts');
    return (body) => readZip(body);
  },
};
const answer = (message: FromPreviewWorker) => self.postMessage(message);

self.onmessage = async ({ data: { format, body, options } }: MessageEvent<ToPreviewWorker>) => {
  try {
    const read = (await readers[format]()) as (
      body: ByteSource,
      options: unknown,
    ) => Promise<Readings[ReadFormat]>;
    answer({ reading: await read('port' in body ? sourceAt(body) : body, options) });
  } catch (error) {
    answer({ error: error instanceof UnreadableFileError ? error.message : 'The file cannot be read.' });
  }
};
