import { deflateRawSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { dicomOf, officeOf, pdfOf, reasonsOf, zipped } from './disclosure.fixture.ts';

const patient: [string, string, string][] = [
  ['00080060', 'CS', 'CT'],
  ['00100010', 'PN', 'DOE^JOHN'],
  ['00100020', 'LO', '4711023'],
  ['00100030', 'DA', '19700321'],
];
const named = ['Names the patient: DOE^JOHN', 'Date of birth: 19700321', 'ID of the patient: 4711023'];

describe('a DICOM file', () => {
  const deflated = () => {
    const plain = dicomOf([], {});
    const prefix = Buffer.from(plain);
    const syntax = Buffer.from('1.2.840.10008.1.2.1.99');
    const head = Buffer.concat([prefix.subarray(0, 138), Buffer.from([syntax.length, 0]), syntax]);
    return Buffer.concat([head, deflateRawSync(dicomOf(patient, { hasPrefix: false }))]);
  };
  it.each([
    ['explicit', dicomOf(patient)],
    ['implicit', dicomOf(patient, { syntax: 'implicit' })],
    ['without preamble', dicomOf(patient, { hasPrefix: false })],
    ['implicit without preamble', dicomOf(patient, { syntax: 'implicit', hasPrefix: false })],
    ['deflated', deflated()],
    ['cut', dicomOf([...patient, ['00324000', 'LT', 'x'.repeat(50)]]).subarray(0, -20)],
  ])('names its patient: %s', async (_, bytes) => {
    expect((await reasonsOf('scan', bytes)).sort()).toEqual([...named].sort());
  });

  it.each([
    '',
    'Anonymous',
    'Anonymized^^',
    'ANON^^^^',
    'sub-01',
    'LIDC-IDRI-0001',
    'CompressedSamples^CT1',
    'Phantom^QA',
    'REMOVED',
  ])('that is anonymized is not questioned: %j', async (name) => {
    const bytes = dicomOf([
      ['00080060', 'CS', 'CT'],
      ['00100010', 'PN', name],
      ['00100020', 'LO', 'LIDC-0001'],
      ['00100030', 'DA', ''],
    ]);
    expect(await reasonsOf('scan.dcm', bytes)).toEqual([]);
  });

  it('that says that the identity was removed keeps its pseudonym', async () => {
    const bytes = dicomOf([...patient, ['00120062', 'CS', 'YES']]);
    expect(await reasonsOf('scan.dcm', bytes)).toEqual([]);
  });

  it.each(['US', 'SC', 'OT', 'ES'])(
    'of %s may show names, unless it says that it does not',
    async (modality) => {
      const image: [string, string, string][] = [
        ['00080060', 'CS', modality],
        ['00280010', 'US', '16'],
      ];
      expect(await reasonsOf('image.dcm', dicomOf(image))).toEqual([
        `The image may show names (${modality})`,
      ]);
      expect(await reasonsOf('image.dcm', dicomOf([...image, ['00280301', 'CS', 'NO']]))).toEqual([]);
    },
  );

  it('that cannot be read does not pass as harmless', async () => {
    expect(await reasonsOf('scan.dcm', 'not a scan')).toEqual([
      'Is a DICOM file whose header could not be read',
    ]);
  });
});

describe('a picture', () => {
  const pixels = { create: { width: 8, height: 8, channels: 3 as const, background: '#888' } };
  const exif = {
    IFD0: { Artist: 'Jane Doe', Model: 'X100' },
    IFD3: {
      GPSLatitudeRef: 'N',
      GPSLatitude: '48/1 51/1 30/1',
      GPSLongitudeRef: 'E',
      GPSLongitude: '2/1 17/1 40/1',
    },
  };
  const encoded = async (format: 'jpeg' | 'png' | 'webp' | 'avif') =>
    sharp(pixels).withExif(exif).toFormat(format).toBuffer();
  it.each([
    ['JPEG', () => encoded('jpeg')],
    ['PNG', () => encoded('png')],
    ['WebP', () => encoded('webp')],
    ['AVIF', () => encoded('avif')],
    // The Exif part of a JPEG is a TIFF.
    ['TIFF', async () => exifOf(await encoded('jpeg'))],
    [
      'HEIC',
      async () =>
        Buffer.concat([Buffer.from('\0\0\0\x18ftypheic'), Buffer.alloc(9000), exifOf(await encoded('jpeg'))]),
    ],
  ])('names where it was taken, and by whom: %s', async (_, bytes) => {
    expect((await reasonsOf('photo', await bytes())).sort()).toEqual([
      'Names the artist: Jane Doe',
      'Says where the picture was taken: 48.8583° N, 2.2944° E',
    ]);
  });
  const exifOf = (jpeg: Buffer) => jpeg.subarray(jpeg.indexOf('Exif\0\0') + 6);

  it.each(['jpeg', 'png', 'webp', 'tiff'] as const)(
    'with its camera alone is not questioned: %s',
    async (format) => {
      const bytes = await sharp(pixels)
        .withExif({ IFD0: { Make: 'Fujifilm', Model: 'X100' } })
        .toFormat(format)
        .toBuffer();
      expect(await reasonsOf(`photo.${format}`, bytes)).toEqual([]);
    },
  );

  it('names persons and places of XMP', async () => {
    const xmp =
      '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description exif:GPSLatitude="48,51.5N" exif:GPSLongitude="2,17.7E" xmlns:exif="http://ns.adobe.com/exif/1.0/"><dc:creator xmlns:dc="http://purl.org/dc/elements/1.1/"><rdf:Seq><rdf:li>Jane Doe</rdf:li></rdf:Seq></dc:creator></rdf:Description></rdf:RDF></x:xmpmeta>';
    for (const format of ['jpeg', 'png', 'webp', 'tiff'] as const) {
      const bytes = await sharp(pixels).withXmp(xmp).toFormat(format).toBuffer();
      expect(await reasonsOf(`photo.${format}`, bytes), format).toEqual([
        'Names the creator: Jane Doe',
        'Says where the picture was taken: 48,51.5N, 2,17.7E',
      ]);
    }
  });

  it('as a recording of a phone names its place', async () => {
    const video = Buffer.concat([
      Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom\0\0\0\0moov'),
      Buffer.from('\xa9xyz\0\x12\x15\xc7+48.8577+002.2950/', 'latin1'),
    ]);
    expect(await reasonsOf('clip.mov', video)).toEqual(['Says where it was recorded: +48.8577+002.2950']);
  });
});

describe('a document', () => {
  it('names authors, comments, tracked changes and hidden content', async () => {
    expect(
      await reasonsOf(
        'report.docx',
        officeOf('Jane Doe', {
          'word/comments.xml':
            '<w:comments><w:comment w:author="Max Muster"><w:t>no</w:t></w:comment></w:comments>',
          'word/document.xml':
            '<w:document><w:ins w:author="Max Muster"><w:t>x</w:t></w:ins><w:del w:author="A B"/></w:document>',
        }),
      ),
    ).toEqual([
      'Names its author: Jane Doe',
      'Has 1 comment by Max Muster',
      'Has 2 tracked changes by Max Muster',
    ]);
    expect(
      await reasonsOf(
        'data.xlsx',
        officeOf('openpyxl', {
          'xl/workbook.xml':
            '<workbook><sheets><sheet name="A"/><sheet name="Patients" state="hidden"/></sheets></workbook>',
          'xl/worksheets/sheet1.xml':
            '<worksheet><cols><col min="2" max="3" hidden="1"/><col min="9" max="16384" hidden="1"/></cols><row r="1" hidden="1"><c/></row><row r="2" hidden="1"/></worksheet>',
        }),
      ),
    ).toEqual(['Has 1 hidden sheet: Patients', 'Has 1 hidden row and 2 hidden columns']);
    expect(
      await reasonsOf(
        'talk.pptx',
        officeOf('', {
          'ppt/slides/slide1.xml': '<p:sld show="0"/>',
          'ppt/notesSlides/notesSlide1.xml':
            '<p:notes><a:fld type="slidenum"><a:t>1</a:t></a:fld><a:t>Say hello</a:t></p:notes>',
          'ppt/notesSlides/notesSlide2.xml': '<p:notes><a:fld type="slidenum"><a:t>2</a:t></a:fld></p:notes>',
        }),
      ),
    ).toEqual(['Has 1 hidden slide', 'Has speaker notes on 1 slide']);
  });

  it.each([
    'python-docx',
    'openpyxl',
    '',
    'Microsoft Office User',
    'Administrator',
    'Apache POI',
    'XlsxWriter',
  ])('of a program is not questioned: %j', async (author) => {
    expect(await reasonsOf('a.docx', officeOf(author, { 'word/document.xml': '<w:t>x</w:t>' }))).toEqual([]);
  });

  it('of OpenDocument names the same', async () => {
    const bytes = zipped({
      'META-INF/manifest.xml': '<x/>',
      'meta.xml':
        '<office:meta><meta:initial-creator>Jane Doe</meta:initial-creator><dc:creator>Jane Doe</dc:creator></office:meta>',
      'content.xml':
        '<office:document><style:style style:name="ta1"><style:table-properties table:display="false"/></style:style><table:table table:style-name="ta1"/><office:annotation/></office:document>',
    });
    expect(await reasonsOf('a.ods', bytes)).toEqual([
      'Names its author: Jane Doe',
      'Has 1 hidden sheet',
      'Has 1 comment',
    ]);
  });

  it.each([
    ['Jane Doe', 'Results', ['Names its author: Jane Doe']],
    ['Jane Doe', 'Results, by J. Doe and Jane Miller', []],
    ['LaTeX with hyperref', 'Results', []],
    [
      'LaTeX',
      'ribbon orbit velvet castle museum pencil garden umbrella shift cousin tunnel magnet',
      ['Contains the seed phrase of a wallet: ribbon…'],
    ],
  ])('PDF by %j that shows %j', async (author, text, reasons) => {
    expect(await reasonsOf('a.pdf', pdfOf(author, text))).toEqual(reasons);
  });
});

describe('a secret', () => {
  const random = 'wJalrX9tnFEMIkK7MDENGbPxRfiCY2zq8sLw0vTe';
  const pem = `-----BEGIN RSA PRIVATE KEY-----\n${'MIIEpAIBAAKCAQEA7x\n'.repeat(8)}-----END RSA PRIVATE KEY-----\n`;
  const phrase = 'ribbon orbit velvet castle museum pencil garden umbrella shift cousin tunnel magnet';
  it.each([
    ['.env', 'DEBUG=1'],
    ['aws.txt', 'key AKIA1234567890ABCDEF'],
    ['seed.txt', `A made-up wallet for testing:\n${phrase}`],
    ['short.pem', '-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----\n'],
    ['app/.env.production', 'A=1'],
    ['id_ed25519', 'x'],
    ['key.txt', pem],
    ['server.key', pem],
    ['notes.txt', `my seed phrase\n${phrase}\n`],
    [
      'paper.md',
      `# Wallet\n\n${phrase
        .split(' ')
        .map((word, index) => `${index + 1}. ${word}`)
        .join('\n')}\n\n${'Some further sentences. '.repeat(30)}`,
    ],
    ['deploy.ts', `const privateKey = '0x${'8f2a559490d4b2c7'.repeat(4)}';`],
    ['settings.py', `SECRET_KEY = "${random}"`],
    ['.npmrc', '//registry.example/:_authToken=npm_8Hq2LmZ4xTnVb7KcRd1JfWp9YsGu3AeQi5Bo'],
    ['config.yml', 'host: a\npassword: Tr0ub4dor&3x'],
    [
      'a.ipynb',
      JSON.stringify({
        cells: [{ outputs: [{ text: ['token ghp_16C7e42F292c6912E7710c838347Ae178B4a\n'] }] }],
      }),
    ],
    ['b.ipynb', JSON.stringify({ cells: [{ outputs: [{ text: pem }] }] })],
    [
      'wallet.json',
      JSON.stringify({ version: 3, crypto: { ciphertext: 'ab12'.repeat(16), kdf: 'scrypt', mac: 'x' } }),
    ],
    ['service-account.json', JSON.stringify({ type: 'service_account', private_key: pem })],
    ['kube.yaml', `kind: Config\nclient-key-data: ${'LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVk'.repeat(4)}`],
    ['run.sh', 'psql postgres://jane:s3cr3tpw9@db.lab.org/x'],
  ])('is named: %s', async (path, content) => {
    expect(await reasonsOf(path, content)).toHaveLength(1);
    if (path === 'deploy.ts') expect(await reasonsOf(path, content)).not.toContain('8f2a559490d4b2c7');
  });

  it.each([
    ['.env.example', 'API_KEY=your-key-here'],
    [
      'README.md',
      '```\nAWS_ACCESS_KEY_ID=AKIAIOSFODNN7EXAMPLE\nexport TOKEN="ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"\n```',
    ],
    ['vectors.md', `# Test vectors\n\n${phrase}\n${'Sentences that explain it. '.repeat(30)}`],
    ['hardhat.md', `privateKey: 0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80`],
    ['format.rst', 'A key begins with\n\n-----BEGIN PRIVATE KEY-----\nMIIE...\n-----END PRIVATE KEY-----\n'],
    ['id_rsa.pub', 'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQC7 jane'],
    ['cert.pem', `-----BEGIN CERTIFICATE-----\n${'MIIEpAIBAAKCAQEA7x\n'.repeat(8)}-----END CERTIFICATE-----`],
    ['login.py', 'password = getpass.getpass()\ntoken = os.environ["TOKEN"]\nsecret = "changeme"'],
    ['.npmrc', 'registry=https://registry.example/\nsave-exact=true'],
    ['docker.yml', 'url: postgres://postgres:postgres@localhost/test'],
    [
      'words.txt',
      'abandon\nability\nable\nabout\nabove\nabsent\nabsorb\nabstract\nabsurd\nabuse\naccess\naccident\n',
    ],
    [
      'package-lock.json',
      '{"integrity":"sha512-gxpj9hWMBI1J0pXzLDxvVQO/TXWwLkeEsjW9FFrBjzVeDEpyL2Jrc8jC2tUNu5BQWKJTBjZ0NpLLmSXWCmXIVQ=="}',
    ],
    ['table.csv', 'name,value\na,1\nb,2\n'],
  ])('is not seen where there is none: %s', async (path, content) => {
    expect(await reasonsOf(path, content)).toEqual([]);
  });
});

describe('an archive', () => {
  it('is looked into', async () => {
    const inside = { 'scans/a.dcm': Buffer.from(dicomOf(patient)), '.env': 'A=1', 'b.txt': 'b' };
    const reasons = [
      'In a.dcm: Names the patient: DOE^JOHN',
      'In .env: Files of this name hold passwords and keys of programs',
    ];
    expect(await reasonsOf('all.zip', zipped(inside))).toEqual(expect.arrayContaining(reasons));
    const tar = Buffer.concat([
      ...Object.entries(inside).map(([name, content]) => tarEntry(name, Buffer.from(content))),
      Buffer.alloc(1024),
    ]);
    expect(await reasonsOf('all.tar', tar)).toEqual(expect.arrayContaining(reasons));
    expect(await reasonsOf('all.tar.gz', gzipSync(tar))).toEqual(expect.arrayContaining(reasons));
    expect(await reasonsOf('a.dcm.gz', gzipSync(dicomOf(patient)))).toEqual(expect.arrayContaining(named));
  });
  it('of harmless files is not questioned', async () => {
    expect(await reasonsOf('all.zip', zipped({ 'a.csv': 'a,b\n1,2', 'b/readme.md': '# B' }))).toEqual([]);
  });
});

function tarEntry(name: string, content: Buffer): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124);
  header.write('0', 156);
  header.write('ustar\0', 257);
  return Buffer.concat([header, content, Buffer.alloc((512 - (content.length % 512)) % 512)]);
}

describe('a recording', () => {
  const edf = (field: string) =>
    Buffer.from(
      `0       ${field.padEnd(80)}${'Startdate X X X X'.padEnd(80)}01.01.8500.00.00256     ${' '.repeat(64)}`,
    );
  it.each([
    [
      'MCH-0234567 F 02-MAY-1951 Haagse_Harry',
      ['Names the patient: Haagse Harry', 'Date of birth: 02-MAY-1951'],
    ],
    ['X X X X', []],
    ['', []],
    ['John Doe', ['Names the patient: John Doe']],
  ])('EDF of %j', async (field, reasons) => {
    expect(await reasonsOf('sleep.edf', edf(field))).toEqual(reasons);
  });

  it.each([
    ['Jane Doe', ['Names the operator: Jane Doe']],
    ['Administrator', []],
  ])('FCS with the operator %j', async (operator, reasons) => {
    const text = `/$OP/${operator}/$TOT/1/`;
    expect(
      await reasonsOf(
        'a.fcs',
        `FCS3.1    ${'58'.padStart(8)}${String(57 + text.length).padStart(8)}${' '.repeat(32)}${text}`,
      ),
    ).toEqual(reasons);
  });

  it('of other programs: sidecars, spectra, e-mails, contacts, tables of persons', async () => {
    expect(await reasonsOf('a.json', '{"PatientName":"DOE^JOHN","Modality":"MR"}')).toEqual([
      'Names the patient: DOE^JOHN',
    ]);
    expect(await reasonsOf('a.json', '{"PatientName":"sub-01"}')).toEqual([]);
    expect(
      await reasonsOf(
        'a.mzML',
        '<mzML><contact><cvParam name="contact name" value="Jane Doe"/></contact></mzML>',
      ),
    ).toEqual(['Names a contact: Jane Doe']);
    expect(await reasonsOf('a.eml', 'From: Jane <jane@lab.org>\nTo: x\n\nhi')).toEqual([
      'Is an e-mail from Jane <jane@lab.org>',
    ]);
    expect(await reasonsOf('a.vcf', '##fileformat=VCFv4.2\n#CHROM')).toEqual([]);
    expect(await reasonsOf('a.csv', 'first_name,last_name,score\nJane,Doe,1')).toEqual([
      'Has columns about persons: first_name, last_name',
    ]);
  });
});
