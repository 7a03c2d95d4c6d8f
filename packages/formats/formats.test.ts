import { expect, it } from 'vitest';
import { previewOf } from './formats.ts';

it.each([
  ['pUC19.gb', 'application/x-gameboy-rom', 'genbank'],
  ['reads.fastq', '', 'sequences'],
  ['reads', 'text/x-fasta; charset=utf-8', 'sequences'],
  ['calls.vcf', 'text/vcard', 'text'],
  ['paper.docx', 'application/octet-stream', 'docx'],
  ['plate.TSV', 'text/plain', 'table'],
  ['gel.png', 'image/png', 'image'],
  ['cells.fcs', '', 'fcs'],
  ['cells.lmd', '', 'fcs'],
  ['paper.odt', '', 'odf'],
  ['talk.pptx', '', 'pptx'],
  ['cycles.parquet', '', 'parquet'],
  ['scan.nii.gz', 'application/gzip', 'nifti'],
  ['scan.dcm', 'application/dicom', 'dicom'],
  ['model.pdb', 'chemical/x-pdb', 'pdb'],
  ['model.cif', '', 'cif'],
  ['hits.sdf', '', 'sdf'],
  ['hits.smi', 'application/smil+xml', 'smiles'],
  ['cells.h5ad', '', 'hdf5'],
  ['ocean.nc', 'application/x-netcdf', 'hdf5'],
  ['run.mat', '', 'hdf5'],
  ['map.gpkg', '', 'sqlite'],
  ['sky.fits', '', 'fits'],
  ['reads.bam', '', 'bam'],
  ['study.RData', '', 'r'],
  ['brain.mnc', '', 'hdf5'],
  ['cells.ims', '', 'hdf5'],
  ['weights.npz', '', 'npy'],
  ['stack.ome.TIF', 'image/tiff', 'tiff'],
  ['stack', 'image/tiff', 'tiff'],
  ['budget.xlsx', '', 'xlsx'],
  ['data.zip', 'application/zip', 'zip'],
  ['reads.fastq.gz', 'application/gzip', 'gzip'],
  ['raw.tgz', 'application/gzip', 'tar'],
  ['raw.tar.gz', 'application/gzip', 'tar'],
  ['README', '', 'text'],
  ['Snakefile', 'application/octet-stream', 'text'],
  ['token.sol', '', 'text'],
  ['mesh.obj', 'application/x-tgif', 'mesh'],
  ['part.stl', 'model/stl', 'mesh'],
  ['table.feather', '', 'arrow'],
  ['budget.xls', 'application/vnd.ms-excel', 'xls'],
  ['ethanol.jdx', 'chemical/x-jcamp-dx', 'spectrum'],
])('shows %s of type "%s" as %s', (name, type, format) => {
  expect(previewOf(name, type).format).toBe(format);
  expect(previewOf(name, type).maxBytes).toBeGreaterThan(0);
});

it('names the program of an extension rather than that of its format', () => {
  expect(previewOf('run.mat', '').opensWith).toBe('MATLAB or GNU Octave');
  expect(previewOf('run.h5', '').opensWith).toBe('HDFView or Python with h5py');
  // Its bytes may be no text.
  expect(previewOf('run.unknown', '').opensWith).toBe('the program that made it');
});

it.each([
  ['stack.nd2', '', 'Fiji with Bio-Formats, or napari'],
  ['raw.tar.xz', 'application/x-xz', '7-Zip or tar'],
  ['rest.dtseries.nii', '', 'Connectome Workbench'],
  ['survey.sav', '', 'SPSS, R with haven, or IDL if it is of IDL'],
  ['model.pkl', '', 'Python, which may run what the file says'],
  ['roads.shp', '', 'QGIS or GDAL'],
  ['paper.epub', 'application/epub+zip', 'an e-book reader such as Calibre'],
  ['old.wk1', '', 'LibreOffice Calc'],
])('has no preview of %s and names a program', (name, type, opensWith) => {
  expect(previewOf(name, type)).toEqual({ format: null, maxBytes: 0, opensWith });
});

it('says what a photo of an iPhone is, and which copy of it is shown', () => {
  expect(previewOf('photo.heic', 'image/heic')).toMatchObject({
    format: null,
    opensWith: 'Photos on a Mac or an iPhone, or GIMP',
    about: expect.stringContaining('A copy as JPEG or PNG is shown here'),
  });
});
