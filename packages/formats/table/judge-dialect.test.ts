import { describe, expect, it, test } from 'vitest';
import { parseDelimited } from './parse-delimited.ts';

const read = (text: string) => {
  const { header, rows, dialect, comments } = parseDelimited(text);
  return { header, rows, comments, ...dialect };
};

describe('the separator', () => {
  it('is not a sign at the end of every line', () => {
    expect(read('1, I;\n2, L;\n3, V;\n')).toMatchObject({
      separator: ',',
      rows: expect.arrayContaining([['2', ' L;']]),
    });
  });

  it('is not a sign between the parts of lists, which the header has not', () => {
    expect(read('col1,col2\n1;2;3,4;5;6\na;b;c,d;e;f\n')).toMatchObject({
      separator: ',',
      header: ['col1', 'col2'],
      rows: [
        ['1;2;3', '4;5;6'],
        ['a;b;c', 'd;e;f'],
      ],
    });
    expect(read('1,K6CF Anaheim|K6COV Orange,145.14|145.16,OFF,,S').separator).toBe(',');
  });

  it('is the one that quotes are beside', () => {
    expect(read('Field1,Field2,"Field;3;3;3"').header).toEqual(['Field1', 'Field2', 'Field;3;3;3']);
    expect(read('1#"a:7:""job"";s:3;"#1#0\n2#"a:7:""job"";s:4;"#1#0\n')).toMatchObject({
      separator: '#',
      rows: [
        ['1', 'a:7:"job";s:3;', '1', '0'],
        ['2', 'a:7:"job";s:4;', '1', '0'],
      ],
    });
    expect(
      read(`Description,status\n${'"a b c d, e",test\n'.repeat(8)}"${'a b c d, e '.repeat(9_000)}",test`),
    ).toMatchObject({
      separator: ',',
      header: ['Description', 'status'],
    });
  });

  it('is not within dates, times or addresses of one column', () => {
    for (const line of ['10:00', '2020-01-01 10:00', 'https://a.test/b'])
      expect(read(`name\n${`${line}\n`.repeat(30)}`).rows[0]).toEqual([line]);
  });

  it('is not the sign of comments', () => {
    expect(
      read('# Dump\n# Version 133\n\n#\n"gid","sid","name"\n"562","666","Fragen"\n#\n# END\n'),
    ).toMatchObject({
      separator: ',',
      comment: '#',
      header: ['gid', 'sid', 'name'],
      rows: [['562', '666', 'Fragen']],
    });
  });

  it('is a space below a line without one', () => {
    const atoms = [
      'C  0.0  0.0  0.0',
      'H  0.0  0.0  1.1',
      'H  1.0  0.0 -0.4',
      'H -0.5 -0.9 -0.4',
      'H -0.5  0.9 -0.4',
    ];
    expect(read(['5', 'methane molecule (in angstroms)', ...atoms].join('\n')).separator).toBe(' ');
  });
});

describe('quotes', () => {
  it('may have spaces before them', () => {
    expect(read('1, "x, y", 2\n3, "z, w", 4\n')).toMatchObject({
      hasSpaces: true,
      rows: [
        ['1', 'x, y', ' 2'],
        ['3', 'z, w', ' 4'],
      ],
    });
    expect(
      read(
        `1 # '100 columbia dr' # ' amherst, ma'\n2 # '100 cowls rd' # ' amherst, ma'\n3 # 'x' # ' y'\n4 # 'z' # 'w'\n`,
      ),
    ).toMatchObject({
      separator: '#',
      quote: "'",
    });
  });

  it('are escaped by a backslash only where that is what ends a value', () => {
    expect(read('a,b\n"x:\\""y"" z",1\n"p",2\n').rows[0]).toEqual(['x:\\"y" z', '1']);
    expect(read('a,b\n"C:\\",1\n"D:\\",2\n').rows).toEqual([
      ['C:\\', '1'],
      ['D:\\', '2'],
    ]);
    expect(read('a,b\n"say \\"hi\\", then",1\n').rows).toEqual([['say "hi", then', '1']]);
  });

  it('are no apostrophes and no Python lists', () => {
    const line = "Vessel,A,  Era,['Add Africa t = 0'],  Path,['Brazil 4', 'Brazil 1']";
    expect(read(`${line}\n`.repeat(4)).rows[0]).toEqual(line.split(','));
    expect(read("size\tone\ttwo\n1\t''\t0.2\n2\t''\t0.3\n").quote).toBe('"');
  });
});

describe('lines before a table are shown above it', () => {
  test.each([
    [
      'a title',
      'Created as New Dataset,Sample 022 By Admin Date Saturday, February 11\ncm-1,%T\n',
      '4000.0,98.7\n3999.0,98.8\n',
      1,
    ],
    [
      'padded titles',
      'Department,,,\nPeriod: 1 January,,,\n,,,\ncm-1,%T,Trip,Note\n',
      '1,2,x,y\n3,4,x,y\n',
      3,
    ],
    ['a title in the middle', ',,"DEPARTMENT July",\nLine,Date,Code,Name\n', '1,2,x,y\n3,4,x,y\n', 1],
    [
      'settings',
      'User: A,Path: C\nTest,Date: 1/2/2020,Time: 1:00\nFluorescence (FI)\n\nwell,1,2,3,4\n',
      'A,0.1,0.3,0.2,0.4\nB,0.3,0.1,0.2,0.2\n',
      3,
    ],
    [
      'settings, in German',
      'Messung;Anna\nDatum;01.02.2020\n\nZeit (s);OD600;T (°C)\n',
      '0;0,051;37,0\n6;0,06;37,1\n9;0,08;37\n',
      2,
    ],
  ])('%s', (_, before, rows, lines) => {
    const table = read(before + rows);
    expect(table.comments).toEqual(before.split('\n').filter(Boolean).slice(0, lines));
    expect(table.header.join('')).toBe(before.trim().split('\n').at(-1)?.replaceAll(/[,;]/g, ''));
    expect(table.rows).toHaveLength(rows.trim().split('\n').length);
    expect(parseDelimited(before + rows, { choice: { comment: '' } }).comments).toEqual([]);
  });

  test.each([
    ['names of fewer columns', 'a,b\n1,2,3\n4,5,6\n'],
    ['a damaged line of names', 'DATE TIME Qty Name\n28/01/2018,00:00,2,MG\n29/01/2018,00:00,3,RI\n'],
    ['a column without a name', ',value\nx,1\ny,2\n'],
    [
      'names above rows that have fewer',
      'TYPE,NAME,ANSWER\nCDS,neo,x\nCDS,lac,y\nCDS,bla,y\ngene,a\ngene,b\ngene,c\ngene,d\ngene,e\n',
    ],
    ['more names than values', 'a,b,c,d,e,f,g\nx,y,z,p,q\nx,y,z,p,r\nx,y,z,p,s\n'],
    ['sparse rows', 'a,,\nb,,\nc,1,2\nd,2,3\n'],
  ])('but not %s', (_, text) => {
    expect(read(text).comments).toEqual([]);
  });
});

describe('the names of the columns', () => {
  it('may be the last comment', () => {
    expect(read('# run 5\n# x y z\n1 2 3\n4 5 6\n7 8 9\n1 2 4\n')).toMatchObject({
      header: ['x', 'y', 'z'],
      comments: ['# run 5'],
      rows: expect.arrayContaining([['7', '8', '9']]),
    });
    expect(read('#A: ,1\n#RANGE: \n##Temp,Time,E\n21.5,0.8,5.6e-2\n21.8,0.9,5.7e-2\n')).toMatchObject({
      header: ['##Temp', 'Time', 'E'],
      comments: ['#A: ,1', '#RANGE: '],
    });
  });

  it('stand above their columns where R has none for the names of the rows', () => {
    expect(read('mpg\tcyl\nMazda\t21\t6\nFiat\t32.4\t4\n').header).toEqual(['', 'mpg', 'cyl']);
    expect(read('mpg\tcyl\n21\t6\t\n32.4\t4\t\n').header).toEqual(['mpg', 'cyl', 'Column 3']);
  });

  test.each([
    ['dates', 'IBM,2020-01-02,x\nSAP,2020-01-03,y\n', false],
    ['times below a name', 'who,when\nx,10:00\ny,11:00\n', true],
    ['codes of digits', 'Riverside,08075\nPhila,09119\n', false],
    ['an empty name above numbers', 'a,,b\nx,1,y\nz,2,w\n', true],
    ['numbers in one row', '3,german\n', false],
    ['numbers in equal steps in each row', '1,2,3\n4,5,6\n', false],
    [
      'a code in the first of few rows',
      'A|80031492155|22Y|400\nA|79031415137|15|500\nA|79031415138|15|300\n',
      false,
    ],
    ['a missing number in the first row', 'x,,7\ny,2,9\n', false],
  ])('are judged by %s', (_, text, hasHeader) => {
    expect(read(text).hasHeader).toBe(hasHeader);
  });
});
