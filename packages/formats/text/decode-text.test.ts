import { describe, expect, it, test } from 'vitest';
import { decodeText } from './decode-text.ts';
import { isEncoding } from './encodings.ts';
import { readPlainText } from './read-plain-text.ts';
import { shownText } from './shown-text.ts';

const bytes = (text: string, encoding: BufferEncoding = 'utf8') =>
  new Uint8Array(Buffer.from(text, encoding));
/** Bytes of an encoding in which each character has one byte, found by decoding every byte. */
function encoded(text: string, encoding: string): Uint8Array {
  const decoder = new TextDecoder(encoding);
  const byCharacter = new Map(
    Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte] as const),
  );
  return Uint8Array.from(text, (character) => byCharacter.get(character) ?? 0x3f);
}

describe('the text of bytes', () => {
  test.each([
    ['UTF-8', bytes('Größe 5 µm'), 'Größe 5 µm', 'utf-8', false],
    ['UTF-8 with a mark', bytes('\uFEFFa,b'), 'a,b', 'utf-8', false],
    [
      'UTF-16 LE as Excel saves it',
      bytes('\uFEFFGröße\tb\r\n', 'utf16le'),
      'Größe\tb\r\n',
      'utf-16le',
      false,
    ],
    [
      'UTF-16 LE without a mark',
      bytes('name\tvalue\r\né\t2\r\n', 'utf16le'),
      'name\tvalue\r\né\t2\r\n',
      'utf-16le',
      true,
    ],
    [
      'UTF-16 BE without a mark',
      new Uint8Array(Buffer.from('a,b\n1,2\n', 'utf16le').swap16()),
      'a,b\n1,2\n',
      'utf-16be',
      true,
    ],
    [
      'Latin-1',
      bytes('Größe;Müllerstraße\n1,5;2\n', 'latin1'),
      'Größe;Müllerstraße\n1,5;2\n',
      'windows-1252',
      true,
    ],
    [
      'Windows-1252',
      encoded('“It’s” 5 € – 25 °C', 'windows-1252'),
      '“It’s” 5 € – 25 °C',
      'windows-1252',
      true,
    ],
    [
      'Windows-1251',
      encoded('Температура и давление воды', 'windows-1251'),
      'Температура и давление воды',
      'windows-1251',
      true,
    ],
    [
      'KOI8-R',
      encoded('Температура и давление воды', 'koi8-r'),
      'Температура и давление воды',
      'koi8-r',
      true,
    ],
    [
      'ISO 8859-7',
      encoded('Θερμοκρασία και πίεση', 'iso-8859-7'),
      'Θερμοκρασία και πίεση',
      'iso-8859-7',
      true,
    ],
    [
      'Shift JIS',
      Uint8Array.from(Buffer.from('82b182ea82cd93fa967b8cea82cc8365834c8358836782c582b78142', 'hex')),
      'これは日本語のテキストです。',
      'shift_jis',
      true,
    ],
  ])('%s', async (_, given, text, encoding, isGuessed) => {
    expect(await decodeText(given)).toEqual({ text, encoding, isGuessed });
  });

  const russian = 'Температура и давление воды сегодня утром';
  test.each([
    ['KOI8-R within markup', `<item name="title">${'<a href="x">'.repeat(20)}`, russian, 'koi8-r'],
    [
      'Windows-1251 within markup',
      `<item name="title">${'<a href="x">'.repeat(20)}`,
      russian,
      'windows-1251',
    ],
    ['the Cyrillic of DOS', 'a;', russian, 'ibm866'],
    ['Mac Cyrillic', 'a;', 'Моя первая таблица, история и значения', 'x-mac-cyrillic'],
    ['Thai', 'a;', 'อุณหภูมิของน้ำและความดันในวันนี้ สูงกว่าค่าเฉลี่ยของเดือนที่แล้ว และจะลดลงในสัปดาห์หน้า', 'windows-874'],
    ['Mac Roman', 'a;', 'Größe, Länge und Höhe der Tür', 'macintosh'],
    ['Windows-1252', 'a;', 'Größe, Länge und Höhe der Tür – “don’t”', 'windows-1252'],
    ['Mac Roman, in Italian', '', 'La misura è già finita, perché può servire più tardi', 'macintosh'],
    ['Windows-1252, in Italian', '', 'La misura è già finita, perché può servire più tardi', 'windows-1252'],
    [
      'Windows-1250, in Slovenian',
      '',
      'Meritev je končana, več podatkov še ni shranjenih; žal čas teče',
      'windows-1250',
    ],
    [
      'Windows-1257, in Lithuanian',
      '',
      'Šiandien matavimas baigtas, daugiau duomenų nėra išsaugota, žinutė siunčiama',
      'windows-1257',
    ],
    ['Windows-1251, in Ukrainian', '', 'Вимірювання завершено, дані збережено у файлі', 'windows-1251'],
    ['Windows-1252 without Turkish letters', 'a,', '©', 'windows-1252'],
  ])('is guessed: %s', async (_, before, text, encoding) => {
    expect(await decodeText(encoded(before + text, encoding))).toEqual({
      text: before + text,
      encoding,
      isGuessed: true,
    });
  });

  it('has the marks of GB 18030 and of ISO 2022-JP', async () => {
    expect(await decodeText(Uint8Array.of(0x84, 0x31, 0x95, 0x33, 0x61))).toEqual({
      text: 'a',
      encoding: 'gb18030',
      isGuessed: false,
    });
    expect(await decodeText(bytes('a\x1B$B$3$l\x1B(B b'))).toMatchObject({
      text: 'aこれ b',
      encoding: 'iso-2022-jp',
    });
    expect(await decodeText(bytes('\uFEFFa\n\0', 'utf16le'))).toMatchObject({ text: 'a\n␀' });
    // UTF-32, which browsers cannot read.
    expect(await decodeText(Uint8Array.of(0xff, 0xfe, 0, 0, 0x61, 0, 0, 0))).toBeNull();
  });

  it('is UTF-16 without a mark also of many scripts, among the signs of a table', async () => {
    const text = 'name,value,unit\n𝛼,1,Ω\nλ,2,ж\nאב,3,日本\n語,4,あ\n'.repeat(4);
    expect(await decodeText(bytes(text, 'utf16le'))).toEqual({ text, encoding: 'utf-16le', isGuessed: true });
  });

  it('may have a few NUL, which are shown', async () => {
    const line = 'value;1.5;text\n'.repeat(10);
    expect(await decodeText(bytes(`${line}\0${line}`))).toMatchObject({
      text: `${line}␀${line}`,
      encoding: 'utf-8',
    });
    expect(await decodeText(bytes(`${line}\0\x01${line}`))).toBeNull();
  });

  it('is none of bytes with NUL, of numbers, and of what is compressed', async () => {
    expect(await decodeText(bytes('a\0b'))).toBeNull();
    expect(
      await decodeText(new Uint8Array(Uint16Array.from({ length: 500 }, (_, at) => at).buffer)),
    ).toBeNull();
    expect(
      await decodeText(new Uint8Array(Float32Array.from({ length: 500 }, (_, at) => at / 7).buffer)),
    ).toBeNull();
    const noise = Uint8Array.from(
      { length: 5_000 },
      (_, at) => 1 + ((at * 7_919 + (at >> 3) * 104_729) % 255),
    );
    expect(await decodeText(noise)).toBeNull();
  });

  it('is read in a chosen encoding, whatever its bytes tell', async () => {
    expect(await decodeText(encoded('Température', 'macintosh'), { encoding: 'macintosh' })).toEqual({
      text: 'Température',
      encoding: 'macintosh',
      isGuessed: false,
    });
    expect([isEncoding('utf-8'), isEncoding('constructor')]).toEqual([true, false]);
  });

  it('may end within a character where it is cut, and nowhere else', async () => {
    const whole = new Blob([`${'x'.repeat(9)}é and more`]);
    expect(await readPlainText(whole, { maxBytes: 10 })).toEqual({
      text: 'x'.repeat(9),
      encoding: 'utf-8',
      isGuessed: false,
      isCut: true,
    });
    expect(await readPlainText(new Blob([bytes('xé').subarray(0, 2)]))).toMatchObject({
      encoding: 'windows-1252',
    });
  });

  it('of an empty file is empty', async () => {
    expect(await decodeText(new Uint8Array())).toEqual({ text: '', encoding: 'utf-8', isGuessed: false });
  });
});

test.each([
  ['line one\rline two\rline three', 'line one\nline two\nline three'],
  ['a\r\nb\r\r\nc\n\nd', 'a\nb\nc\n\nd'],
  ['\u001b[32mOK\u001b[0m done', 'OK done'],
  ['progress 1%\rprogress 50%\r\u001b[Kdone', 'progress 1%\nprogress 50%\ndone'],
  ['\u001b]0;title\u0007text \u001b[38;2;255;0;0mred\u001b[m', 'text red'],
  ['a [32m b', 'a [32m b'],
])('%j is shown as %j', (text, shown) => {
  expect(shownText(text)).toBe(shown);
});
