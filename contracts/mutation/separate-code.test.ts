import { describe, expect, it } from 'vitest';
import { separateCode, withLibrary } from './separate-code.ts';

const contracts = new Map([
  ['A', 'contracts/src/A.sol'],
  ['B', 'contracts/src/B.sol'],
]);

describe('separateCode', () => {
  it('reads the code of production contracts from their artifacts', () => {
    expect(separateCode('a = new A(b, f(1)); new Actor(new address[](2));', contracts)).toBe(
      'a = A(SeparateCode.create("contracts/src/A.sol:A", abi.encode(b, f(1)))); new Actor(new address[](2));',
    );
  });

  it('rewrites contracts within the arguments of others', () => {
    expect(separateCode('new Actor(new A(address(new B())))', contracts)).toBe(
      'new Actor(A(SeparateCode.create("contracts/src/A.sol:A", abi.encode(address(B(SeparateCode.create("contracts/src/B.sol:B", abi.encode())))))))',
    );
  });

  it('imports the library from where the test is', () => {
    const source = 'pragma solidity ^0.8.30;\ncontract T {}';
    expect(withLibrary(source, 'contracts/test/T.t.sol')).toContain('from "./SeparateCode.sol"');
    expect(withLibrary(source, 'contracts/test/actors/T.sol')).toContain('from "../SeparateCode.sol"');
  });
});
