import { expect, test } from 'vitest';
import { contentTypeOf } from './content-type.ts';

const typeOf = (name: string, type = '') => contentTypeOf({ name, type });

test.each([
  ['plates/plate 7.CSV', 'text/csv'],
  ['plasmid.gb', 'chemical/seq-na-genbank'],
  ['plasmid.gbk', 'chemical/seq-na-genbank'],
  ['budget.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['protocol.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['cells.fcs', 'application/vnd.isac.fcs'],
  ['cells.h5ad', 'application/x-hdf5'],
  ['brain.nii', 'application/x-nifti'],
  ['brain.nii.gz', 'application/x-nifti'],
  ['reads.fastq.gz', 'application/gzip'],
  ['slice.dcm', 'application/dicom'],
  ['run.mzML', 'application/x-mzml+xml'],
  ['variants.vcf', 'text/x-vcf'],
  ['genes.gff', 'text/x-gff3'],
  ['reads.bam', 'application/x-bam'],
  ['trace.ab1', 'application/x-abi-trace'],
  ['stack.ome.tif', 'image/tiff'],
  ['icon.ico', 'image/vnd.microsoft.icon'],
  ['growth.webm', 'video/webm'],
  ['stack.czi', 'application/x-zeiss-czi'],
  ['stack.nd2', 'application/x-nikon-nd2'],
  ['counts.parquet', 'application/vnd.apache.parquet'],
  ['model.pdb', 'chemical/x-pdb'],
  ['model.cif', 'chemical/x-cif'],
  ['ligand.sdf', 'chemical/x-mdl-sdfile'],
  ['ligand.mol', 'chemical/x-mdl-molfile'],
  ['genes.fasta', 'text/x-fasta'],
  ['reads.fastq', 'text/x-fastq'],
  ['notebook.ipynb', 'application/x-ipynb+json'],
  ['model.mmcif', 'chemical/x-mmcif'],
  ['ligands.smi', 'chemical/x-daylight-smiles'],
  ['counts.h5', 'application/x-hdf5'],
  ['README.md', 'text/markdown'],
  ['pipeline.ts', 'text/x-typescript'],
])('%s is %s', (name, type) => {
  expect(typeOf(name)).toBe(type);
});

test('a known extension overrides the type that the browser reports', () => {
  expect(typeOf('plasmid.gb', 'application/x-gameboy-rom')).toBe('chemical/seq-na-genbank');
  expect(typeOf('plate.csv', 'application/vnd.ms-excel')).toBe('text/csv');
});

test('without a known extension the type is that of the browser, or unknown', () => {
  expect(typeOf('clip.mov', 'video/quicktime')).toBe('video/quicktime');
  expect(typeOf('README')).toBe('application/octet-stream');
  expect(typeOf('data.unheard-of')).toBe('application/octet-stream');
  // Names of properties that every object has.
  expect(typeOf('class.constructor')).toBe('application/octet-stream');
});
