"""What independent readers print of files, by the names of facts.ts: a line of JSON for each file whose path comes in."""

import gzip
import json
import math
import os
import re
import subprocess
import sys
import tempfile
import warnings

import numpy as np

warnings.filterwarnings('ignore')
MOST_ROWS, MOST_COLUMNS = 5000, 100


def plain(value):
    """A value as JSON has it, and as other programs print it."""
    if isinstance(value, (bytes, np.bytes_)):
        return value.decode('utf-8', 'replace')
    if isinstance(value, (np.floating, float)):
        number = float(value)
        if not math.isfinite(number):
            return str(number)
        return float(repr(value)) if isinstance(value, np.floating) and not isinstance(value, float) else number
    if isinstance(value, (np.bool_, bool)):
        return str(bool(value))
    if isinstance(value, (np.integer, int)):
        return str(int(value))
    if isinstance(value, (complex, np.complexfloating)):
        return None
    return str(value)


def table(values):
    """The first and the last shown row of the first table, as the preview cuts it."""
    values = np.asarray(values)
    if values.size == 0 or values.dtype.kind in 'OVc':
        return {}
    if values.ndim == 0:
        row = [plain(values[()])]
        return {'first': row, 'last': row}
    while values.ndim > 2:
        values = values[0]
    last = min(len(values), MOST_ROWS) - 1
    rows = [[str(at), *[plain(one) for one in np.atleast_1d(values[at])[:MOST_COLUMNS]]] for at in (0, last)]
    return {'first': rows[0], 'last': rows[1]}


def read_hdf5(path):
    import h5py

    names_of = lambda item: {value: name for name, value in (h5py.check_enum_dtype(item.dtype) or {}).items()}
    facts = {}
    with h5py.File(path, 'r') as file:
        def visit(name, item):
            path = '/' + name
            for key, value in item.attrs.items():
                if isinstance(value, (str, bytes, np.bytes_)) or (isinstance(value, np.generic) and value.dtype.kind in 'iufb'):
                    facts[f'{path} @{key}'] = plain(value)
                elif isinstance(value, np.ndarray) and value.dtype.kind in 'iuf' and 0 < value.size <= 20:
                    facts[f'{path} @{key}'] = [plain(one) for one in value.ravel()]
            if not isinstance(item, h5py.Dataset):
                return
            facts[f'{path} shape'] = list(item.shape or ()) if item.shape is not None else None
            # h5py takes lists within values for further axes.
            if item.shape is not None and item.size <= 2_000_000 and item.id.get_type().get_class() != h5py.h5t.ARRAY:
                try:
                    values = item[()]
                    if item.dtype.kind == 'O' and h5py.check_string_dtype(item.dtype):
                        values = np.vectorize(lambda one: one.decode('utf-8', 'replace') if isinstance(one, bytes) else one, otypes=[str])(values)
                except Exception:
                    return
                names = names_of(item)
                if names:
                    values = np.vectorize(lambda one: names.get(int(one), str(one)), otypes=[str])(values)
                for key, value in table(values).items():
                    facts[f'{path} {key}'] = value
        file.visititems(visit)
    return facts


def read_netcdf(path):
    import netCDF4

    facts = {}
    hidden = open(path, 'rb').read().decode('latin1') if os.path.getsize(path) < 40_000_000 else ''
    with netCDF4.Dataset(path) as data:
        data.set_auto_maskandscale(False)
        data.set_auto_chartostring(False)
        for key in data.ncattrs():
            value = data.getncattr(key)
            if isinstance(value, str) or np.isscalar(value):
                facts[f'/ @{key}'] = plain(value)
        for name, variable in data.variables.items():
            # netCDF hides the names by which HDF5 tells a variable from a dimension.
            if f'_nc4_non_coord_{name}' in hidden:
                continue
            facts[f'/{name} shape'] = list(variable.shape)
            for key in variable.ncattrs():
                value = variable.getncattr(key)
                if isinstance(value, str) or np.isscalar(value):
                    facts[f'/{name} @{key}'] = plain(value)
            if variable.size <= 2_000_000 and variable.dtype is not str and variable.dtype.kind in 'iuf':
                for key, value in table(variable[...]).items():
                    facts[f'/{name} {key}'] = value
    return facts


def read_matlab(path):
    import scipy.io

    facts = {}
    for name, values in scipy.io.loadmat(path, chars_as_strings=False).items():
        if name.startswith('__') or not isinstance(values, np.ndarray):
            continue
        facts[f'/{name} shape'] = list(values.shape)
        if values.dtype.kind in 'iuf':
            for key, value in table(values).items():
                facts[f'/{name} {key}'] = value
    return facts


def read_numpy(path):
    if path.endswith('.npz'):
        facts = {}
        with np.load(path) as file:
            for name in file.files:
                try:
                    values = file[name]
                except ValueError:
                    continue
                facts[f'{name} shape'] = list(values.shape)
                for key, value in table(values).items():
                    facts[f'{name} {key}'] = value
        return facts
    values = np.load(path)
    return {'/ shape': list(values.shape), **{f'/ {key}': value for key, value in table(values).items()}}


def read_fits(path):
    from astropy.io import fits

    facts = {}
    with fits.open(path) as file:
        facts['units'] = len(file)
        for at, unit in enumerate(file):
            if unit.data is None:
                continue
            if unit.is_image and not isinstance(unit, (fits.CompImageHDU, fits.GroupsHDU)):
                facts[f'{at} shape'] = list(unit.shape)
                for key, value in table(unit.data).items():
                    facts[f'{at} {key}'] = value
            elif isinstance(unit, (fits.BinTableHDU, fits.TableHDU)) and not isinstance(unit, fits.CompImageHDU) and len(unit.data):
                facts[f'{at} shape'] = [len(unit.data)]
                for key, row in (('first', 0), ('last', min(len(unit.data), MOST_ROWS) - 1)):
                    cells = [None if unit.columns[column].null is not None else unit.data[row][column] for column in range(min(len(unit.columns), MOST_COLUMNS))]
                    facts[f'{at} {key}'] = [str(row), *[None if one is None or isinstance(one, np.ndarray) else plain(one) for one in cells]]
    return facts


def sampled(values):
    flat = values.ravel()
    return [plain(flat[at]) for at in (0, flat.size // 2, flat.size - 1)]


def read_dicom(path):
    import pydicom

    data = pydicom.dcmread(path, force=True)
    frames = int(data.get('NumberOfFrames') or 1)
    pixels = data.pixel_array
    first = pixels[0] if frames > 1 else pixels
    window = None
    if 'WindowCenter' in data and 'WindowWidth' in data:
        one = lambda value: value[0] if isinstance(value, pydicom.multival.MultiValue) else value
        window = [float(one(data.WindowCenter)), float(one(data.WindowWidth))]
    return {
        'width': data.Columns,
        'height': data.Rows,
        'frames': frames,
        'isColor': str(data.SamplesPerPixel == 3),
        'slope': float(data.get('RescaleSlope', 1)),
        'intercept': float(data.get('RescaleIntercept', 0)),
        'isInverted': str(data.PhotometricInterpretation == 'MONOCHROME1'),
        'modality': data.get('Modality'),
        'window': window,
        'pixels': sampled(first),
        'Manufacturer': str(data.get('Manufacturer') or '').strip() or None,
        'Model': str(data.get('ManufacturerModelName') or '').strip() or None,
    }


def read_nifti(path):
    import nibabel

    image = nibabel.load(path)
    header = image.header
    shape = list(image.shape) + [1, 1, 1]
    values = image.dataobj
    first = np.asarray(values)
    while first.ndim > 3:
        first = first[..., 0]
    zooms = [float(one) or 1 for one in list(header.get_zooms()[:3]) + [1, 1, 1]]
    facts = {
        'size': shape[:3],
        'spacing': zooms[:3],
        'count': int(np.prod(image.shape[3:])) if len(image.shape) > 3 else 1,
    }
    if hasattr(header, 'keys') and 'descrip' in header.keys():
        facts['description'] = bytes(header['descrip']).split(b'\0')[0].decode('latin1').strip()
        facts['unit'] = {'mm': 'mm', 'meter': 'm', 'micron': 'µm'}.get(header.get_xyzt_units()[0], '')
        if int(header['sform_code']) > 0 or int(header['qform_code']) > 0:
            facts['directions'] = list(nibabel.aff2axcodes(image.affine))
    if first.dtype.kind in 'iuf':
        facts['voxels'] = [plain(one) for one in first.ravel(order='F')[[0, first.size // 2, first.size - 1]]]
    return facts


def read_fcs(path):
    sys.path.insert(0, os.environ.get('FLOWIO', '/var/tmp/FlowIO/src'))
    import flowio

    data = flowio.FlowData(path, ignore_offset_error=True)
    count = data.channel_count
    events = np.reshape(data.as_array(preprocess=False) if hasattr(data, 'as_array') else data.events, (-1, count))
    text = data.text
    return {
        'events': data.event_count,
        'names': [str(text.get(f'p{at}n', f'Parameter {at}')).strip() for at in range(1, count + 1)],
        'first': [plain(one) for one in events[0]] if len(events) else None,
        'last': [plain(one) for one in events[-1]] if len(events) else None,
    }


def read_tiff(path):
    import tifffile

    with tifffile.TiffFile(path) as file:
        pages = len(file.pages)
        page = file.pages[0]
        values = page.asarray()
        values = values.astype(np.uint8) if values.dtype == bool else values
        facts = {
            'pages': pages,
            'width': page.imagewidth,
            'height': page.imagelength,
            'samples': page.samplesperpixel,
            'bits': page.bitspersample,
            'description': (page.description or '').replace('\0', '').strip()[:500] if isinstance(page.description, str) else None,
        }
        if page.samplesperpixel == 1 and page.photometric in (0, 1):
            finite = values[np.isfinite(values)] if values.dtype.kind == 'f' else values
            if 'GDAL_NODATA' in page.tags:
                missing = np.array(float(page.tags['GDAL_NODATA'].value)).astype(values.dtype)
                finite = finite[finite != missing]
            facts['range'] = [plain(finite.min()), plain(finite.max())] if finite.size else None
            facts['pixels'] = sampled(values)
        elif page.photometric == 2 and page.samplesperpixel == 3 and page.planarconfig == 1 and values.dtype == np.uint8:
            facts['pixels'] = sampled(values)
        return facts


def opened(path):
    return gzip.open(path, 'rt', encoding='utf-8', errors='replace') if path.endswith('.gz') else open(path, encoding='utf-8', errors='replace')


def read_sequences(path):
    from Bio import SeqIO

    kind = 'fastq' if re.search(r'\.(fastq|fq)(\.gz)?$', path) else 'fasta'
    with opened(path) as file:
        records = list(SeqIO.parse(file, kind))
    lengths = [len(one) for one in records]
    facts = {
        'count': len(records),
        'residues': sum(lengths),
        'shortest': min(lengths, default=0),
        'longest': max(lengths, default=0),
        'names': [one.description for one in records[:200]],
        'lengths': lengths[:200],
        'starts': [str(one.seq[:50]) for one in records[:200]],
    }
    if kind == 'fastq':
        scores = [one.letter_annotations['phred_quality'] for one in records[:200]]
        facts['qualities'] = [sum(one) / len(one) if one else None for one in scores]
    return facts


def open_first_line(path):
    with opened(path) as file:
        return file.readline()


def read_genbank(path):
    from Bio import SeqIO

    with opened(path) as file:
        records = list(SeqIO.parse(file, 'genbank'))
    record = records[0]
    if ' rc ' in open_first_line(path):
        return {'cannot': 'a master record'}
    kept = record.features[:1000]
    return {
        'records': len(records),
        'name': record.name,
        'length': len(record),
        'organism': record.annotations.get('organism'),
        'isCircular': str(record.annotations.get('topology') == 'circular'),
        'featureCount': len(record.features),
        'types': [one.type for one in kept],
        'reverse': [str(one.location.strand == -1) for one in kept],
    }


def read_structure(path):
    from Bio.PDB import MMCIFParser, PDBParser

    kind = MMCIFParser if 'cif' in path.rsplit('~', 1)[-1] else PDBParser
    with opened(path) as file:
        written = sum(line.startswith(('ATOM  ', 'HETATM')) for line in file)
    with opened(path) as file:
        structure = kind(QUIET=True).get_structure('x', file)
    models = list(structure)
    # Of a residue that is one or the other, both are in the file.
    residues = [one for chain in models[0] for residue in chain for one in (residue.disordered_get_list() if residue.is_disordered() == 2 else [residue])]
    atoms = [atom for residue in residues for atom in residue.get_unpacked_list()]
    by_line = sorted(atoms, key=lambda atom: atom.serial_number)
    return {
        'models': len(models),
        # Biopython leaves atoms out that are there twice.
        'atoms': max(len(atoms), written) if len(models) == 1 else len(atoms),
        'first': [round(float(one), 3) for one in by_line[0].coord],
        'waters': sum(1 for residue in residues if residue.get_resname() in ('HOH', 'WAT', 'DOD', 'SOL', 'SOLV', 'H2O', 'TIP', 'TIP3')),
        'resolution': structure.header.get('resolution'),
        'elements': None if any(atom.element in ('X', '') for atom in atoms) or written > len(atoms) or len(atoms) > 100_000 else sorted(atom.element.upper() for atom in atoms),
    }


def read_crystal(path):
    from ase.io import cif

    block = next(iter(cif.parse_cif(path)))
    atoms = block.get_unsymmetrized_structure()
    return {'atoms': len(atoms), 'elements': sorted(one.upper() for one in atoms.get_chemical_symbols())}


def read_molecules(path):
    from rdkit import Chem, RDLogger
    from rdkit.Chem import Descriptors, rdMolDescriptors

    RDLogger.DisableLog('rdApp.*')
    # Some programs write the fields of SDF into a file of one molecule, too.
    if path.endswith('.sdf') or (path.endswith('.mol') and '\n> ' in open(path, encoding='latin1').read().replace('\r', '')):
        found = list(Chem.SDMolSupplier(path, sanitize=True, removeHs=False))
    elif path.endswith('.mol'):
        found = [Chem.MolFromMolFile(path, removeHs=False)]
    else:
        return {}
    first = found[:100]
    return {
        'count': len(found),
        # Of parts that are not known, every program has its own letters.
        'formulas': None if any(one and '*' in rdMolDescriptors.CalcMolFormula(one) for one in first) else [one and re.sub(r'[+-]\d*$', '', rdMolDescriptors.CalcMolFormula(one)) for one in first],
        'names': [one and one.GetProp('_Name') for one in first],
        'properties': [one and list(one.GetPropNames()) for one in first],
    }


def read_text(path):
    with gzip.open(path) if path.endswith('.gz') else open(path, 'rb') as file:
        return {'text': file.read(20_000).decode('utf-8', 'ignore')}


def read_parquet(path):
    """By DuckDB, whose folder of packages of npm is in DUCKDB."""
    script = """
const { DuckDBInstance } = require('@duckdb/node-api');
(async () => {
  const connection = await (await DuckDBInstance.create()).connect();
  const all = async (sql) => (await connection.runAndReadAll(sql)).getRowsJson();
  const file = `'${process.argv[1].replaceAll("'", "''")}'`;
  const described = await all(`describe select * from read_parquet(${file})`);
  const [[rows]] = await all(`select count(*) from read_parquet(${file})`);
  const shown = await all(`select * from read_parquet(${file}) limit 5000`);
  console.log(JSON.stringify({ columns: described.map(([name]) => name), kinds: described.map(([, kind]) => kind), rows, first: shown[0], last: shown.at(-1) }));
})();
"""
    folder = os.environ.get('DUCKDB', '/var/tmp/duckdb')
    printed = subprocess.run(['node', '-e', script, path], cwd=folder, capture_output=True, text=True, check=True, timeout=60).stdout
    facts = json.loads(printed)
    simple = [bool(re.fullmatch(r'(U?(TINY|SMALL|BIG)INT|U?INTEGER|DOUBLE|FLOAT|VARCHAR|BOOLEAN|DATE)', kind)) for kind in facts.pop('kinds')]
    for row in ('first', 'last'):
        cells = facts.get(row) or []
        facts[row] = [('null' if cell is None else plain(cell)) if known else None for cell, known in zip(cells, simple)][:MOST_COLUMNS]
    return {name: value for name, value in facts.items() if value != []}


def read_bam(path):
    printed = subprocess.run(['samtools', 'view', '-h', '--no-PG', path], capture_output=True, check=True, timeout=60).stdout
    lines = printed.decode('utf-8', 'replace').split('\n')
    header = [line for line in lines if line.startswith('@')]
    return {'lines': header + [line for line in lines if line and not line.startswith('@')][:2000]}


R_SCRIPT = """
path <- commandArgs(TRUE)[1]
text <- function(x) ifelse(is.na(x) & !is.nan(if (is.numeric(x)) x else 0), 'NA', format(x, digits = 15, trim = TRUE, justify = 'none', scientific = FALSE))
facts <- list()
add <- function(x, path) {
  if (isS4(x)) return()
  if (is.data.frame(x) && ncol(x) > 0 && nrow(x) > 0 && !any(sapply(x, function(one) !is.null(dim(one))))) {
    facts[[paste(path, 'shape')]] <<- list(nrow(x))
    row <- function(at) c(rownames(x)[at], unname(sapply(x[at, 1:min(100, ncol(x)), drop = FALSE], function(cell) if (!is.list(cell)) (if (is.factor(cell)) as.character(cell) else if (is.numeric(cell) && length(class(cell)) == 1) text(cell) else if (is.character(cell)) cell else NA) else NA)))
    facts[[paste(path, 'first')]] <<- row(1)
    facts[[paste(path, 'last')]] <<- row(min(5000, nrow(x)))
  } else if (is.atomic(x) && length(x) > 0 && is.null(dim(x)) && is.null(attr(x, 'class'))) {
    facts[[paste(path, 'shape')]] <<- list(length(x))
    label <- function(at) if (is.null(names(x))) as.character(at) else names(x)[at]
    cell <- function(at) if (is.numeric(x)) text(x[[at]]) else as.character(x[[at]])
    last <- min(5000, length(x))
    facts[[paste(path, 'first')]] <<- c(label(1), cell(1))
    facts[[paste(path, 'last')]] <<- c(label(last), cell(last))
  }
}
if (grepl('rds$', path, ignore.case = TRUE)) add(readRDS(path), '/') else {
  room <- new.env()
  for (name in load(path, room)) add(get(name, room), paste0('/', name))
}
cat(jsonlite::toJSON(facts, auto_unbox = FALSE, na = 'null'))
"""


def read_r(path):
    printed = subprocess.run(['Rscript', '-e', R_SCRIPT, path], capture_output=True, text=True, check=True, timeout=120).stdout
    return {name: ([int(value[0][0])] if name.endswith(' shape') else value) for name, value in (json.loads(printed or '{}') or {}).items()}


def read_sqlite(path):
    import sqlite3

    facts = {}
    base = sqlite3.connect(f'file:{path.replace("?", "%3f").replace("#", "%23")}?mode=ro&immutable=1', uri=True)
    names = [name for name, sql in base.execute("select name, sql from sqlite_schema where type = 'table'") if sql and 'virtual' not in sql.lower().split('(')[0] and 'without rowid' not in sql.lower()]
    for name in names:
        quoted = '"' + name.replace('"', '""') + '"'
        [[count]] = base.execute(f'select count(*) from {quoted}')
        facts[f'{name} shape'] = [count]
        for key, at in (('first', 0), ('last', min(count, MOST_ROWS) - 1)):
            for row in base.execute(f'select * from {quoted} order by rowid limit 1 offset {max(at, 0)}'):
                facts[f'{name} {key}'] = [str(at + 1), *['null' if one is None else f'{len(one):,} bytes' if isinstance(one, bytes) else plain(one) for one in row[:MOST_COLUMNS]]]
    return facts


READERS = {
    'sqlite': read_sqlite,
    'r': read_r,
    'bam-cram-bcf': read_bam,
    'dicom': read_dicom,
    'nifti': read_nifti,
    'minc-and-mgh': read_nifti,
    'hdf5': read_hdf5,
    'netcdf': read_netcdf,
    'matlab': read_matlab,
    'fcs': read_fcs,
    'parquet': read_parquet,
    'numpy': read_numpy,
    'fits': read_fits,
    'tiff': read_tiff,
    'fastq': read_sequences,
    'fasta': read_sequences,
    'genbank': read_genbank,
    'pdb': read_structure,
    'cif': lambda path: read_structure(path) if b'_atom_site.Cartn_x' in (gzip.open(path) if path.endswith('.gz') else open(path, 'rb')).read() else read_crystal(path),
    'molecules': read_molecules,
    'sam': read_text,
    'vcf': read_text,
    'gff-and-gtf': read_text,
    'bed': read_text,
    'jcamp': read_text,
    'mass-spectra': read_text,
}


def main():
    for line in sys.stdin:
        path = line.rstrip('\n')
        read = READERS.get(os.path.basename(os.path.dirname(path)))
        if not read:
            continue
        try:
            given = path
            if path.endswith(('.dcm.gz', '.nc.gz')):
                with tempfile.NamedTemporaryFile(delete=False) as file:
                    file.write(gzip.open(path).read())
                    given = file.name
            facts = read(given)
        except Exception as error:
            facts = {'cannot': f'{type(error).__name__}: {error}'[:300]}
        print(json.dumps([path, facts], default=str), flush=True)


main()
