import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { dicomOf, officeOf, reasonsOf, zipped } from './disclosure.fixture.ts';

const phrase = 'ribbon orbit velvet castle museum pencil garden umbrella shift cousin tunnel magnet';
const part = (text: string) =>
  `<w:document><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`;

describe('a DICOM file', () => {
  const of = (...elements: [string, string, string][]) => dicomOf([['00080060', 'CS', 'CT'], ...elements]);
  it.each([
    ['ISO_IR 144', Buffer.from([0xbb, 0xee, 0xda, 0x63, 0x65, 0xdc, 0xd1, 0x79, 0x70, 0xd3]), 'Люкceмбypг'],
    ['\\ISO 2022 IR 149', Buffer.from('\x1b$)C\xb1\xe8\xc8\xf1\xc1\xdf', 'latin1'), '김희중'],
    ['ISO_IR 100', Buffer.from('M\xfchl\xf6cker^J\xf6rg', 'latin1'), 'Mühlöcker^Jörg'],
    ['ISO_IR 192', Buffer.from('王^小東'), '王^小東'],
  ])('names its patient in the characters of %s', async (set, bytes, name) => {
    const file = Buffer.from(
      of(['00080005', 'CS', set], ['00100010', 'PN', 'N'.repeat(bytes.length + (bytes.length % 2))]),
    );
    file.write(' ', file.indexOf('NNNN') + bytes.length);
    bytes.copy(file, file.indexOf('NNNN'));
    expect(await reasonsOf('scan.dcm', file)).toEqual([`Names the patient: ${name}`]);
  });

  it('with a number of a register is asked about under a stand-in, unless the number is the pseudonym', async () => {
    const named = (name: string) => of(['00100010', 'PN', name], ['00100020', 'LO', '4471932']);
    expect(await reasonsOf('scan.dcm', named('ANON'))).toEqual(['ID of the patient: 4471932']);
    expect(await reasonsOf('scan.dcm', named('S4471932'))).toEqual([]);
  });

  it('with the number of a visit alone is not asked about', async () => {
    expect(
      await reasonsOf('scan.dcm', of(['00100010', 'PN', 'ANON'], ['00080050', 'SH', '03086212'])),
    ).toEqual([]);
  });

  it('whose image is too small for a name, or was cleaned, does not seem to show one', async () => {
    const image = (rows: string, columns: string) =>
      dicomOf([
        ['00080060', 'CS', 'US'],
        ['00280010', 'US', rows],
        ['00280011', 'US', columns],
      ]);
    expect(await reasonsOf('image.dcm', image('64', '64'))).toEqual(['The image may show names (US)']);
    expect(await reasonsOf('image.dcm', image('10', '10'))).toEqual([]);
  });
});

describe('a table', () => {
  it.each([
    [
      'name and birth',
      'Name,Date of birth\nVerena Moosbrugger,17.04.1961\n',
      'Has columns about persons: Name, Date of birth',
    ],
    ['in German', 'Vorname;Nachname\nVerena;Moosbrugger\n', 'Has columns about persons: Vorname, Nachname'],
    [
      'below a title',
      'Cohort 7,,\n,,\nFirst name,Surname,x\nVerena,Moosbrugger,1\n',
      'Has columns about persons: First name, Surname',
    ],
    ['days of birth', 'code,dob\nA,17.04.1961\nB,02.11.1974\n', 'Has columns about persons: dob'],
    [
      'patients',
      'patient,dose\nVerena Moosbrugger,1\nJörg Mühlöcker,2\n',
      'Has columns about persons: patient',
    ],
    [
      'diagnoses',
      'name,diagnosis\nVerena Moosbrugger,asthma\n',
      'Has columns about persons: name, diagnosis',
    ],
    ['e-mails', 'a,b\n1,x@lab.ch\n2,y@lab.ch\n3,z@lab.ch\n', 'Has e-mail addresses in column 2'],
    ['accounts', 'a,b\n1,CH93 0076 2011 6238 5295 7\n', 'Has bank accounts (IBAN) in column 2'],
  ])('of persons is asked about: %s', async (_, text, reason) => {
    expect(await reasonsOf('table.csv', text)).toEqual([reason]);
  });

  it.each([
    ['subjects of a study', 'participant_id,age,sex\nsub-01,30,F\nsub-02,31,M\n'],
    ['patients by their codes', 'patient,dose\nP001,1\nP002,2\n'],
    ['cars', 'name,mpg\nMazda RX4,21\nHornet Sportabout,18\n'],
    ['years of birth', 'code,dob\nA,1961\nB,1974\n'],
    ['reserved addresses', 'a,b\n1,x@example.org\n2,y@example.org\n3,z@example.org\n'],
    ['what only looks like accounts', 'a,b\n1,AB12345678901234\n'],
  ])('of something else is not: %s', async (_, text) => {
    expect(await reasonsOf('table.csv', text)).toEqual([]);
  });

  it('may be a sheet, or objects of JSON', async () => {
    const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
    const book = officeOf('', {
      'xl/workbook.xml':
        '<workbook xmlns:r="r"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="rId1" Type="worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row r="1">${cell('Vorname')}${cell('Nachname')}</row><row r="2">${cell('Verena')}${cell('Moosbrugger')}</row></sheetData></worksheet>`,
    });
    const reason = 'Has columns about persons: Vorname, Nachname';
    expect(await reasonsOf('people.xlsx', book)).toEqual([reason]);
    expect(await reasonsOf('all.zip', zipped({ 'people.xlsx': book }))).toEqual([
      `In people.xlsx: ${reason}`,
    ]);
    const person = { Vorname: 'Verena', Nachname: 'Moosbrugger' };
    expect(await reasonsOf('people.json', JSON.stringify([person, { Vorname: 'A', Nachname: 'B' }]))).toEqual(
      [reason],
    );
    expect(await reasonsOf('people.jsonl', `${JSON.stringify(person)}\n${JSON.stringify(person)}\n`)).toEqual(
      [reason],
    );
  });
});

describe('a document', () => {
  it('is searched for keys, in its embedded workbooks and pictures too', async () => {
    const photo = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#888' } })
      .withExif({ IFD0: { Artist: 'Jane Doe' } })
      .jpeg()
      .toBuffer();
    const inner = officeOf('Jane Doe', { 'xl/workbook.xml': '<workbook/>' });
    expect(await reasonsOf('a.docx', officeOf('', { 'word/document.xml': part(phrase) }))).toEqual([
      'Contains the seed phrase of a wallet: ribbon…',
    ]);
    expect(
      await reasonsOf(
        'a.docx',
        zipped({
          '[Content_Types].xml': '<Types/>',
          '_rels/.rels': '<x/>',
          'word/document.xml': part('a'),
          'word/media/image1.jpeg': photo,
          'word/embeddings/Sheet1.xlsx': inner,
        }),
      ),
    ).toEqual(['In image1.jpeg: Names the artist: Jane Doe', 'In Sheet1.xlsx: Names its author: Jane Doe']);
  });

  it('names persons in the properties that companies add', async () => {
    const custom =
      '<Properties><property name="_AuthorEmail"><vt:lpwstr>jane@lab.ch</vt:lpwstr></property><property name="Language"><vt:lpwstr>English</vt:lpwstr></property></Properties>';
    expect(
      await reasonsOf(
        'a.docx',
        officeOf('', { 'word/document.xml': part('a'), 'docProps/custom.xml': custom }),
      ),
    ).toEqual(['Has properties about persons: _AuthorEmail jane@lab.ch']);
  });
});

describe('other files', () => {
  const xmp =
    '<?xpacket begin=""?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF><rdf:Description><dc:creator><rdf:Seq><rdf:li>Jane Doe</rdf:li></rdf:Seq></dc:creator></rdf:Description></rdf:RDF></x:xmpmeta>';
  it.each([
    ['a.xmp', xmp, 'Names the creator: Jane Doe'],
    ['a.avi', `RIFF\0\0\0\0AVI ${xmp}`, 'Names the creator: Jane Doe'],
    ['a.mov', `\0\0\0\x14ftypqt  \0\0\0\0qt  ${xmp}`, 'Names the creator: Jane Doe'],
    ['a.eps', `%!PS-Adobe-3.0 EPSF-3.0\n${xmp}`, 'Names the creator: Jane Doe'],
    [
      'a.ics',
      'BEGIN:VCALENDAR\r\nORGANIZER;CN=Jane:mailto:jane@lab.ch\r\n',
      'Names who attends: jane@lab.ch',
    ],
    [
      'patient.json',
      '{"resourceType":"Patient","name":[{"family":"Moosbrugger"}]}',
      'Names the patient: Moosbrugger',
    ],
    [
      'ecg.txt',
      'Device: X\nPatient name: Moosbrugger, Verena\nDOB: 17.04.1961\n',
      'Names the patient: Moosbrugger, Verena',
    ],
    [
      'a.hl7',
      'MSH|^~\\&|A\rPID|1||12^^^M||MOOSBRUGGER^VERENA||19610417|F\r',
      'Names the patient: MOOSBRUGGER^VERENA',
    ],
    ['family.ged', '0 HEAD\n0 @I1@ INDI\n1 NAME Verena /Moosbrugger/\n', 'Names persons: Verena Moosbrugger'],
    [
      'dump.sql',
      "INSERT INTO p (first_name, last_name) VALUES ('A', 'B');",
      'Has columns about persons: first_name, last_name',
    ],
    [
      'a.db',
      'SQLite format 3\0\0CREATE TABLE p (id INTEGER, "name" TEXT, dob TEXT)',
      'Has columns about persons: name, dob',
    ],
    ['a.html', '<html><!--[if mso]><xml><o:Author>Jane Doe</o:Author></xml>', 'Names its author: Jane Doe'],
  ])('name persons: %s', async (path, content, reason) => {
    expect(await reasonsOf(path, content)).toContain(reason);
  });

  it.each([
    ['schema.sql', 'CREATE TABLE users (first_name text, last_name text, email text);'],
    ['package.json', '{"contributors":[{"name":"A B","email":"a@b.c"},{"name":"C D","email":"c@b.c"}]}'],
    ['notes.txt', 'Patient: the first of them\nPatient: P001\nDOB: 17.04.1961\n'],
    ['a.db', 'SQLite format 3\0\0CREATE TABLE w (well TEXT, signal REAL)'],
  ])('name nobody: %s', async (path, content) => {
    expect(await reasonsOf(path, content)).toEqual([]);
  });

  it.each([
    ['a.der', '3082025e02010002818100', 'Is a private key'],
    ['backup.bin', '30820a4102010330820a0706092a864886f70d010701', 'Is a store of private keys'],
    ['a.bin', 'feedfeed0000000200', 'Is a store of private keys'],
    ['a.gpg', '94580000', 'Is a private key of OpenPGP'],
  ])('are private keys: %s', async (path, hex, reason) => {
    expect(await reasonsOf(path, Buffer.concat([Buffer.from(hex, 'hex'), Buffer.alloc(90)]))).toEqual([
      reason,
    ]);
  });

  it.each([
    ['public.der', '3082010a0282010100'],
    ['message.gpg', '85010c03'],
    ['data.bin', '3082025e020100'],
  ])('are none: %s', async (path, hex) => {
    expect(await reasonsOf(path, Buffer.concat([Buffer.from(hex, 'hex'), Buffer.alloc(90)]))).toEqual([]);
  });

  it('say nothing by texts for programs that are translated', async () => {
    expect(await reasonsOf('messages.properties', 'Password=\nMESSAGE_17=Tr0ub4dor&3\n')).toEqual([]);
  });
});
