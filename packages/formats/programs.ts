/** Extensions of files without a preview, by the programs that open them. */
const programs: Readonly<Record<string, string>> = {
  'SnapGene Viewer or FinchTV': 'ab1 scf',
  'IGV or samtools': 'bam bai cram',
  'Fiji with Bio-Formats, or napari': 'czi lif nd2 oib oif lsm vsi',
  'Word or LibreOffice Writer': 'doc odt rtf',
  'SnapGene Viewer': 'dna',
  'MZmine or OpenMS': 'mzml mzxml',
  'Python with NumPy': 'npy npz',
  'DuckDB or Python with pandas': 'feather arrow',
  'PowerPoint or LibreOffice Impress': 'ppt pptx odp',
  R: 'rds rdata rda',
  'Excel or LibreOffice Calc': 'xls xlsb ods',
  '7-Zip or tar': '7z bz2 rar tar tgz xz zst',
};

/** The program that opens files with an extension. */
export const programByExtension = new Map(
  Object.entries(programs).flatMap(([program, extensions]) =>
    extensions.split(' ').map((extension) => [extension, program] as const),
  ),
);
