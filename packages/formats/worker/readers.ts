/**
 * What reads the bytes of a format: the readers of previews, by the id of the format, and of comparisons, code and text. Each is loaded
 * when it is used, so that no format loads the libraries of another. Only the worker imports it: a page would get all readers among its
 * chunks.
 */
export const readers = {
  arrow: async () => (await import('../arrow/read-arrow.ts')).readArrow,
  bam: async () => (await import('../bam/read-bam.ts')).readBam,
  cif: async () => (await import('../structure/read-cif.ts')).readCif,
  code: async () => (await import('../code/colour-code.ts')).colourCode,
  comparison: async () => (await import('../compare/compare.ts')).compare,
  disclosures: async () => (await import('../disclosure/find-disclosures.ts')).findDisclosures,
  deepPng: async () => (await import('../png/read-deep-png.ts')).readDeepPng,
  dicom: async () => (await import('../dicom/read-dicom.ts')).readDicom,
  docx: async () => (await import('../office/read-docx.ts')).readDocx,
  fcs: async () => (await import('../fcs/read-fcs.ts')).readFcs,
  fits: async () => (await import('../fits/read-fits.ts')).readFits,
  genbank: async () => (await import('../genbank/read-genbank.ts')).readGenbank,
  gzip: async () => (await import('../gzip/read-gzip.ts')).readGzip,
  hdf5: async () => (await import('../hdf5/read-hdf5.ts')).readHdf5,
  images: async () => (await import('../compare/compare-images.ts')).compareImages,
  mesh: async () => (await import('../mesh/read-mesh.ts')).readMesh,
  molfile: async () => (await import('../chemistry/read-molecules.ts')).readMolfile,
  nifti: async () => (await import('../volume/read-nifti.ts')).readNifti,
  notebook: async () => (await import('../notebook/read-notebook.ts')).readNotebook,
  npy: async () => (await import('../npy/read-npy.ts')).readNpy,
  odf: async () => (await import('../office/read-odf.ts')).readOdf,
  parquet: async () => (await import('../parquet/read-parquet.ts')).readParquet,
  pdb: async () => (await import('../structure/read-pdb.ts')).readPdb,
  pptx: async () => (await import('../office/read-pptx.ts')).readSlides,
  r: async () => (await import('../r/read-r.ts')).readR,
  sdf: async () => (await import('../chemistry/read-molecules.ts')).readSdf,
  searchable: async () => (await import('../searchable/read-text.ts')).readText,
  sequences: async () => (await import('../sequences/read-sequences.ts')).readSequences,
  smiles: async () => (await import('../chemistry/read-molecules.ts')).readSmiles,
  spectrum: async () => (await import('../spectrum/read-spectrum.ts')).readSpectrum,
  sqlite: async () => (await import('../sqlite/read-sqlite.ts')).readSqlite,
  svg: async () => (await import('../svg/read-svg.ts')).readSvg,
  table: async () => (await import('../table/read-table.ts')).readTable,
  tar: async () => (await import('../tar/read-tar.ts')).readTar,
  tiff: async () => (await import('../tiff/read-tiff.ts')).readTiff,
  xls: async () => (await import('../office/read-xls.ts')).readXls,
  xlsx: async () => (await import('../office/read-xlsx.ts')).readXlsx,
  zip: async () => {
    const { readZip } = await import('../zip/read-zip.ts');
    return (body: Blob) => readZip(body);
  },
};

export type ReaderId = keyof typeof readers;
type Reader<Id extends ReaderId> = Awaited<ReturnType<(typeof readers)[Id]>>;

/** What a reader takes: a `Blob`, or any source if it reads a few places only. */
export type SourceOf<Id extends ReaderId> = Parameters<Reader<Id>>[0];
/** The part of a file that is read, for formats that are read in parts. */
export type OptionsOf<Id extends ReaderId> = Parameters<Reader<Id>>[1];
/** The model that a reader makes. */
export type ModelOf<Id extends ReaderId> = Awaited<ReturnType<Reader<Id>>>;
