/** A kind of file: how its names end, and how many files of it are gathered. */
interface Kind {
  endings: string;
  most: number;
}

export const kinds: Readonly<Record<string, Kind>> = {
  dicom: { endings: 'dcm dicom ima dcm.gz', most: 26 },
  nifti: { endings: 'nii nii.gz', most: 18 },
  'minc and mgh': { endings: 'mnc mgh mgz', most: 8 },
  hdf5: { endings: 'h5 hdf5 h5ad fast5 he5 nwb', most: 30 },
  netcdf: { endings: 'nc nc4 cdf nc.gz', most: 24 },
  matlab: { endings: 'mat', most: 20 },
  fcs: { endings: 'fcs lmd', most: 14 },
  'bam, cram, bcf': { endings: 'bam cram bcf', most: 10 },
  sam: { endings: 'sam sam.gz', most: 8 },
  vcf: { endings: 'vcf vcf.gz', most: 12 },
  fastq: { endings: 'fastq fq fastq.gz fq.gz', most: 12 },
  fasta: { endings: 'fasta fa fna faa fasta.gz fa.gz', most: 14 },
  genbank: { endings: 'gb gbk gb.gz gbk.gz', most: 14 },
  'gff and gtf': { endings: 'gff gff3 gtf gff3.gz gtf.gz', most: 8 },
  bed: { endings: 'bed bedgraph wig bed.gz', most: 8 },
  pdb: { endings: 'pdb ent pdb.gz', most: 16 },
  cif: { endings: 'cif mmcif cif.gz', most: 14 },
  molecules: { endings: 'sdf mol mol2 smi xyz', most: 16 },
  'mass spectra': { endings: 'mzml mzxml mgf', most: 5 },
  jcamp: { endings: 'jdx dx', most: 10 },
  tiff: { endings: 'tif tiff', most: 28 },
  numpy: { endings: 'npy npz', most: 20 },
  parquet: { endings: 'parquet', most: 20 },
  sqlite: { endings: 'sqlite sqlite3 gpkg', most: 8 },
  r: { endings: 'rds rda rdata', most: 14 },
  fits: { endings: 'fits fit fts fits.gz', most: 18 },
  statistics: { endings: 'sav dta sas7bdat xpt', most: 5 },
  traces: { endings: 'ab1 bb bw mrc fif edf nwk nex', most: 10 },
};

/** Packages of Debian that bring files of others. */
export const packages = [
  ...['bedtools-test', 'bowtie2-examples', 'emboss-test', 'gmt-gshhg-low', 'hmmer-examples', 'htslib-test'],
  ...['libavogadro-data', 'mricron-data', 'poretools-data', 'pymol-data', 'python-biopython-doc'],
  ...['python-pysam-tests', 'python-pyvcf-examples', 'python-tables-data', 'python3-ase', 'python3-asdf'],
  ...['python3-astropy', 'python3-cogent3', 'python3-h5py-serial', 'python3-mne', 'python3-nibabel'],
  ...['python3-pandas', 'python3-photutils', 'python3-pydicom', 'python3-scipy', 'python3-skimage'],
  ...['python3-sunpy', 'python3-xarray', 'r-bioc-biostrings', 'r-bioc-dada2', 'r-bioc-genomicfeatures'],
  ...[
    'r-bioc-rhdf5',
    'r-bioc-rsamtools',
    'r-bioc-rtracklayer',
    'r-bioc-shortread',
    'r-bioc-variantannotation',
  ],
  ...['r-cran-bio3d', 'r-cran-haven', 'r-cran-raster', 'r-cran-sf', 'r-cran-stars', 'r-cran-terra'],
  ...['rdkit-data', 'samtools-test', 'vcfanno-examples'],
];

/** Further ones, of which no file was opened while the readers were made. */
export const laterPackages = [
  ...['any2fasta-examples', 'bandage-examples', 'bppsuite-examples', 'chemical-structures-data'],
  ...['filtlong-data', 'gdis-data', 'insighttoolkit5-examples', 'kallisto-examples', 'lastz-examples'],
  ...['libghemical-data', 'libncrystal-data', 'python3-ccdproc', 'python3-dipy', 'python3-drizzle'],
  ...['python3-fabio', 'python3-fiona', 'python3-fitsio', 'python3-gwcs', 'python3-healpy', 'python3-htseq'],
  ...['python3-imageio', 'python3-mdtraj', 'python3-nipy', 'python3-nitime', 'python3-pybedtools'],
  ...['python3-pyfai', 'python3-pymatgen', 'python3-pymca5', 'python3-pyregion', 'python3-rasterio'],
  ...['python3-regions', 'python3-reproject', 'python3-satpy', 'python3-skbio', 'python3-specutils'],
  ...['python3-spectral-cube', 'python3-statsmodels', 'r-bioc-affxparser', 'r-bioc-chemminer'],
  'r-bioc-deseq2',
];

/** Public repositories of Git that bring files of others. */
export const repositories = [
  ...['MDAnalysis/mdanalysis', 'Unidata/netcdf-c', 'apache/parquet-testing', 'astropy/astropy'],
  ...['biopython/biopython', 'cheminfo/jcampconverter', 'cheminfo/netcdfjs', 'dcmjs-org/dcmjs'],
  ...['eyurtsev/fcsparser', 'h5py/h5py', 'image-js/tiff', 'levitsky/pyteomics', 'nipy/nibabel'],
  ...['ofajardo/pyreadr', 'pydicom/pydicom', 'rasterio/rasterio', 'rii-mango/NIFTI-Reader-JS'],
  ...['samtools/hts-specs', 'scipy/scipy', 'scverse/anndata', 'usnistgov/jsfive', 'whitews/FlowIO'],
];
