import { describe, expect, it, test } from 'vitest';
import { maxRecipients, parseDistribution } from './distribution.ts';

const [token, sender] = [`0x${'70'.repeat(20)}`, `0x${'5e'.repeat(20)}`];
const rules = { decimals: 2, balance: 100_000n, token, sender };
const person = (index: number) => `0x${index.toString(16).padStart(40, '0')}`;
const parse = (text: string) => parseDistribution(text, rules);

describe('a list of recipients', () => {
  it('is read from pasted columns and CSV files of any kind', () => {
    const rows = [
      { line: 1, to: person(1), amount: 150n },
      { line: 2, to: person(2), amount: 200_00n },
    ];
    for (const separator of [',', ', ', ';', '\t', ' ', '   '])
      expect(parse(`${person(1)}${separator}1.5\n${person(2)}${separator}200\n`)).toEqual({
        rows,
        total: 20_150n,
        problems: [],
      });
    const quoted = parse(`"address","amount"\r\n"${person(1)}","1.5"\r\n\r\n"${person(2)}","200"`);
    expect(quoted.rows.map(({ line, to, amount }) => [line, to, amount])).toEqual([
      [2, person(1), 150n],
      [4, person(2), 20_000n],
    ]);
    expect(quoted.problems).toEqual([]);
  });

  test.each([
    ['a word', 'Alice, 5', /An address is 0x/],
    ['a short address', '0x12, 5', /An address is 0x/],
    ['a wrong checksum', '0x3c44CdDdB6a900fa2b585dd299e03d12FA4293BC, 5', /checksum/],
    ['the zero address', `0x${'0'.repeat(40)}, 5`, /zero address/],
    ['the token itself', `${token}, 5`, /Tokens sent there are lost/],
    ['the sender', `${sender}, 5`, /the sender/],
    ['no amount', person(1), /amount is missing/],
    ['an amount of 0', `${person(1)}, 0.00`, /above 0/],
    ['a negative amount', `${person(1)}, -5`, /Enter an amount/],
    ['an exponent', `${person(1)}, 1e3`, /Enter an amount/],
    ['a comma in the amount', `${person(1)}, 1,000`, /without commas/],
    ['too many decimal places', `${person(1)}, 1.234`, /at most 2 decimal places/],
    ['a third column', `${person(1)}, 5, note`, /without commas/],
  ])('is refused with %s, by line', (_, row, sentence) => {
    const { rows, problems } = parse(`${person(9)}, 1\n\n${row}\n`);
    expect(rows).toHaveLength(1);
    expect(problems).toEqual([{ line: 3, sentence: expect.stringMatching(sentence) }]);
  });

  it('names no address twice, in any case', () => {
    const { problems } = parse(
      `${person(0xabc)}, 1\n${person(0xabc).replace('abc', 'ABC').toLowerCase()}, 2`,
    );
    expect(problems).toEqual([{ line: 2, sentence: expect.stringMatching(/Same address as in line 1/) }]);
  });

  it('does not exceed the balance, by one unit', () => {
    const half = '500';
    expect(parse(`${person(1)} ${half}\n${person(2)} ${half}`).problems).toEqual([]);
    expect(parse(`${person(1)} ${half}\n${person(2)} ${half}.01`).problems).toEqual([
      { line: null, sentence: 'The sum is 1,000.01, but the sender holds 1,000.' },
    ]);
  });

  it('has one to 200 rows', () => {
    expect(parse(' \n').problems).toHaveLength(1);
    expect(parse('address,amount').problems).toHaveLength(1);
    const lines = (count: number) =>
      Array.from({ length: count }, (_, at) => `${person(at + 1)},1`).join('\n');
    expect(parse(lines(maxRecipients)).problems).toEqual([]);
    expect(parse(lines(maxRecipients + 1)).problems).toHaveLength(1);
  });
});
