import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compileCode } from '../storage/compile.ts';
import accepted from './accepted.json' with { type: 'json' };
import { applyMutant, mutantsOf } from './mutants.ts';
import { productionSources } from './visible-tests.ts';

const path = 'Sample.sol';
const contract = (body: string) => `pragma solidity ^0.8.30;\ncontract Sample {\n${body}\n}\n`;
const allOf = (body: string) => mutantsOf({ [path]: contract(body) }, path).map(({ id }) => id);
const idsOf = (body: string) => allOf(body).filter((id) => !/: (identifier|clock|order|value): /.test(id));
const idsOfKind = (kind: string, body: string) =>
  allOf(body)
    .filter((id) => id.includes(`: ${kind}: `))
    .map((id) => id.slice(id.indexOf(`: ${kind}: `) + kind.length + 4));

describe('mutants', () => {
  it.each([
    ['<', ['<=', '>=']],
    ['<=', ['<', '>']],
    ['>', ['>=', '<=']],
    ['>=', ['>', '<']],
    ['==', ['!=']],
    ['!=', ['==']],
    ['+', ['-']],
    ['-', ['+']],
  ])('changes %s into %j', (operator, others) => {
    const type = '+-'.includes(operator) ? 'uint' : 'bool';
    expect(
      idsOf(`function f(uint a, uint b) external pure returns (${type}) { return a ${operator} b; }`),
    ).toEqual(others.map((other) => `Sample.f(uint256,uint256): operator: a ${operator} b → a ${other} b`));
  });

  it('changes boolean operators and negations', () => {
    expect(idsOf('function f(bool a, bool b) external pure returns (bool) { return !a && b || a; }')).toEqual(
      [
        'Sample.f(bool,bool): negation: !a → a',
        'Sample.f(bool,bool): operator: !a && b → !a || b',
        'Sample.f(bool,bool): operator: !a && b || a → !a && b && a',
      ],
    );
  });

  it('negates conditions once, and removes reverts', () => {
    const name = 'Sample.f(bool,uint256)';
    expect(
      idsOf(
        'error E(); function f(bool a, uint b) external pure { if (a) revert E(); if (b != b) revert E(); require(a); }',
      ),
    ).toEqual([
      `${name}: negation: a → !(a)`,
      `${name}: branch: a → true`,
      `${name}: removal: revert E() → {}`,
      `${name}: branch: b != b → true`,
      `${name}: operator: b != b → b == b`,
      `${name}: removal: revert E() → {} #2`,
      `${name}: removal: require(a) → {}`,
      `${name}: negation: a → !(a) #2`,
    ]);
  });

  it('forces both branches where the removal of a revert does not', () => {
    expect(
      idsOf('function f(bool a) external pure returns (uint b) { if (a) b = 1; return a ? b : 2; }').filter(
        (id) => id.includes('branch'),
      ),
    ).toEqual([
      'Sample.f(bool): branch: a → true',
      'Sample.f(bool): branch: a → false',
      'Sample.f(bool): branch: a → true #2',
      'Sample.f(bool): branch: a → false #2',
    ]);
  });

  it('removes modifiers, assignments, calls and events', () => {
    expect(
      idsOf(
        'event L(uint); uint x; modifier m() { _; } function g() internal m { x = x; g(); emit L(x); delete x; }',
      ),
    ).toEqual([
      'Sample.g(): removal: m → ',
      'Sample.g(): removal: x = x → {}',
      'Sample.g(): removal: g() → {}',
      'Sample.g(): removal: emit L(x) → {}',
      'Sample.g(): removal: delete x → {}',
    ]);
  });

  it('changes integers of Solidity and assembly, with their units', () => {
    expect(idsOf('uint constant A = 0x10; uint constant B = 2 days; uint constant C = 0;')).toEqual([
      'Sample.A: constant: 0x10 → 17',
      'Sample.A: constant: 0x10 → 15',
      'Sample.A: constant: 0x10 → 0',
      'Sample.B: constant: 2 days → 3 days',
      'Sample.B: constant: 2 days → 1 days',
      'Sample.B: constant: 2 days → 0 days',
      'Sample.C: constant: 0 → 1',
    ]);
    expect(idsOf('function f() external pure returns (uint a) { assembly { a := 1 } }')).toEqual([
      'Sample.f(): constant: 1 → 2',
      'Sample.f(): constant: 1 → 0',
    ]);
  });

  it('swaps the arguments of an event that have the same type', () => {
    expect(
      idsOf('event L(uint, bool, uint); function f(uint a, bool b, uint c) external { emit L(a, b, c); }'),
    ).toContain('Sample.f(uint256,bool,uint256): swap: L(a, b, c) → L(c, b, a)');
  });

  it('swaps the arguments of other calls too, but not of structs with names', () => {
    const declared =
      'struct P { uint a; uint b; } error E(uint a, uint b); function g(uint a, uint b) internal {}';
    expect(
      idsOfKind(
        'swap',
        `${declared} function f(uint a, uint b) external { g(a, b); P memory p = P({ b: a, a: b }); if (p.a == 0) revert E(a, b); }`,
      ),
    ).toEqual(['g(a, b) → g(b, a)', 'E(a, b) → E(b, a)']);
  });

  it('replaces the sender with the origin of the transaction, and the time with none', () => {
    const body =
      'function f() external view returns (bool) { return msg.sender != address(0) && block.timestamp > 5; }';
    expect(idsOfKind('identifier', body)).toEqual(['msg.sender → tx.origin']);
    expect(idsOfKind('clock', body)).toEqual(['block.timestamp → 0']);
  });

  it('replaces a name with the next one of its type', () => {
    expect(
      idsOfKind(
        'identifier',
        'function f(uint a, uint b, bool c) external pure returns (uint d) { d = a; return c ? b : 0; }',
      ),
    ).toEqual(['d → a', 'a → b', 'b → d']);
    const functions =
      'function g(uint a) internal view returns (bool) {} function h(uint a) internal view returns (bool) {} function i(int a) internal view returns (bool) {}';
    expect(
      idsOfKind(
        'identifier',
        `${functions} function f() external view returns (bool) { return h(1) || i(2); }`,
      ),
    ).toEqual(['h → g']);
  });

  it('exchanges statements that follow each other, and empties the values of events', () => {
    const body =
      'event L(uint, bool, address, bytes32); uint x; function g() internal { x = 1; delete x; uint y = 2; emit L(y, true, msg.sender, bytes32(y)); }';
    expect(idsOfKind('order', body)).toEqual(['x = 1; delete x → delete x; x = 1;']);
    const apart = 'uint x; uint y; function g(uint x_) internal { x = 1; y = x_; ++y; }';
    expect(idsOfKind('order', apart)).toEqual(['y = x_; ++y → ++y; y = x_;']);
    expect(idsOfKind('value', body)).toEqual([
      'y → 0',
      'true → false',
      'msg.sender → address(0)',
      'bytes32(y) → bytes32(0)',
    ]);
  });

  it('names mutants independently of the rest of the source', () => {
    const edited = 'function f(uint a) external pure returns (uint) { return a + 1; }';
    expect(idsOf(`// ± three bytes more\nfunction g() external {}\n${edited}`)).toEqual(idsOf(edited));
  });

  it('makes sources that compile, in the place of the original', () => {
    const source = contract(
      '// ± counts in bytes\nerror E(); uint x; function f(bool a) external {\n if (a) revert E(); else x += 1; ++x; }',
    );
    const codes = mutantsOf({ [path]: source }, path).map((mutant) => {
      expect(mutant.line).toBe(5);
      return compileCode({ [path]: applyMutant(source, mutant) }, [path])[`${path}:Sample`]?.creation;
    });
    expect(
      new Set([...codes, compileCode({ [path]: source }, [path])[`${path}:Sample`]?.creation]).size,
    ).toBe(codes.length + 1);
  });
});

describe('the accepted survivors', () => {
  it('are mutants of the contracts as they are, each once and with a reason', () => {
    const root = resolve(import.meta.dirname, '../..');
    const made = new Set(
      productionSources().flatMap((path) =>
        mutantsOf({ [path]: readFileSync(join(root, path), 'utf8') }, path).map(({ id }) => id),
      ),
    );
    expect(accepted.filter(({ id }) => !made.has(id))).toEqual([]);
    expect(new Set(accepted.map(({ id }) => id)).size).toBe(accepted.length);
    expect(accepted.filter(({ reason }) => !reason.endsWith('.'))).toEqual([]);
  }, 120_000);
});
