/** Extensions by the programs that open them: of files without a preview, and of those that other programs open than the rest of their format. */
const programs: Readonly<Record<string, string>> = {
  'SnapGene Viewer or FinchTV': 'ab1 abi scf',
  'Connectome Workbench':
    'dconn.nii dfan.nii dlabel.nii dpconn.nii dscalar.nii dtseries.nii pconn.nii pconnscalar.nii pconnseries.nii pdconn.nii plabel.nii pscalar.nii ptseries.nii',
  'SPSS, R with haven, or IDL if it is of IDL': 'sav',
  'SPSS, or R with haven': 'zsav',
  'Stata, or Python with pandas': 'dta',
  'SAS, or R with haven': 'sas7bdat xpt',
  'QGIS or GDAL': 'gpkg gdb shp sbn sbx dbf shx',
  'Blender or MeshLab': 'glb blend 3ds 3mf',
  'Photos on a Mac or an iPhone, or GIMP': 'heic heif',
  'IGV or samtools': 'bai crai cram csi tbi',
  'bcftools or IGV': 'bcf',
  'IGV or the UCSC Genome Browser': '2bit bb bigbed bigwig bw',
  'SRA Toolkit': 'sra',
  'Fiji with Bio-Formats, or napari': 'czi lif nd2 oib oif lsm vsi',
  'Word or LibreOffice Writer': 'doc rtf',
  'SnapGene Viewer': 'dna',
  'MZmine or OpenMS': 'mzml mzxml',
  'PowerPoint or LibreOffice Impress': 'ppt',
  'Imaris, or Fiji': 'ims',
  '3D Slicer': 'nrrd mha',
  'ChimeraX or IMOD': 'mrc ccp4',
  'CCP4 or Phenix': 'mtz',
  'EDFbrowser or MNE-Python': 'edf bdf',
  'MNE-Python': 'fif fif.gz',
  'FreeSurfer or FSLeyes': 'mgh mgz',
  'VMD or MDAnalysis': 'dcd trr xtc',
  'ProteoWizard or MZmine': 'raw wiff',
  'GDAL or NCL': 'grb grb2 grib grib2',
  'Clampfit, or Python with pyABF': 'abf',
  'GraphPad Prism': 'pzf pzm',
  'Origin or LabPlot': 'opj opju',
  'ChemDraw or MarvinSketch': 'cdx',
  'Python, which may run what the file says': 'pkl pickle joblib pt pth',
  'Python with safetensors': 'safetensors',
  'Netron or ONNX Runtime': 'onnx',
  'MATLAB or GNU Octave': 'mat',
  'ncdump or Panoply': 'cdf nc nc4',
  'MINC tools or 3D Slicer': 'mnc',
  R: 'rds rdata rda',
  'Excel or LibreOffice Calc': 'xlsb xlt',
  'LibreOffice Calc': '123 et qpw wb1 wb2 wk1 wk3 wk4 wks wq1 wq2',
  'Numbers or LibreOffice Calc': 'numbers',
  Pages: 'pages',
  'Visio or LibreOffice Draw': 'vsd vsdx',
  'LibreOffice Draw': 'emf odg pub wmf',
  'Outlook or another e-mail program': 'msg',
  'Access or MDB Tools': 'accdb mdb',
  'an e-book reader such as Calibre': 'epub mobi',
  'DjView or Okular': 'djvu',
  'GIMP or Photoshop': 'psd xcf',
  'AutoCAD or LibreCAD': 'dwg',
  'a font viewer': 'otf ttf woff woff2',
  '7-Zip or tar': '7z br bz2 cab deb dmg iso lz lz4 lzma rar rpm xz z zst',
};

/** The program that opens files with an extension. */
export const programByExtension = new Map(
  Object.entries(programs).flatMap(([program, extensions]) =>
    extensions.split(' ').map((extension) => [extension, program] as const),
  ),
);

/** What to know of files without a preview, by extension. */
export const aboutExtension: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'A photo as iPhones take it (HEIC), which most browsers cannot show. A copy as JPEG or PNG is shown here; lossless PNG keeps every pixel as it is decoded, JPEG does not.':
      'heic heif',
    'A binary workbook of Excel. A copy as .xlsx is shown here.': 'xlsb',
    'A document of Word before 2007. A copy as .docx is shown here.': 'doc',
    'Slides of PowerPoint before 2007. A copy as .pptx is shown here.': 'ppt',
  }).flatMap(([about, extensions]) => extensions.split(' ').map((extension) => [extension, about] as const)),
);
