import { dirname, relative } from 'node:path/posix';

/** Path of the library that the rewritten tests use. */
export const LIBRARY_PATH = 'contracts/test/SeparateCode.sol';

/** Reads the code of a contract from its artifact when a test deploys it. */
export const LIBRARY = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

interface ReadsArtifacts {
    function getCode(string calldata artifact) external view returns (bytes memory);
}

library SeparateCode {
    ReadsArtifacts private constant VM = ReadsArtifacts(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

    function create(string memory artifact, bytes memory args) internal returns (address payable created) {
        bytes memory code = abi.encodePacked(VM.getCode(artifact), args);
        assembly ("memory-safe") {
            created := create(0, add(code, 0x20), mload(code))
            if iszero(created) {
                returndatacopy(0, 0, returndatasize())
                revert(0, returndatasize())
            }
        }
    }
}
`;

/**
 * Rewrites a test so that it reads the code of production contracts from artifacts instead of containing it. Then a change of a
 * contract needs no compilation of the tests, which takes most of the time.
 * @param contracts paths of production contracts by name
 */
export function separateCode(source: string, contracts: ReadonlyMap<string, string>): string {
  let rewritten = '';
  let rest = source;
  for (;;) {
    const match = /\bnew ([A-Z]\w*)\(/.exec(rest);
    if (!match) break;
    const [creation, name = ''] = match;
    const argumentsAt = match.index + creation.length;
    const contract = contracts.get(name);
    if (!contract) {
      rewritten += rest.slice(0, argumentsAt);
      rest = rest.slice(argumentsAt);
      continue;
    }
    const end = closingParenthesis(rest, argumentsAt);
    const args = separateCode(rest.slice(argumentsAt, end), contracts);
    rewritten += rest.slice(0, match.index);
    rewritten += `${name}(SeparateCode.create("${contract}:${name}", abi.encode(${args})))`;
    rest = rest.slice(end + 1);
  }
  return rewritten + rest;
}

/** The source with the import that `separateCode` needs. */
export const withLibrary = (source: string, path: string): string => {
  const target = relative(dirname(path), LIBRARY_PATH);
  const from = target.startsWith('.') ? target : `./${target}`;
  return source.replace(/^pragma [^;]+;/m, (pragma) => `${pragma}\nimport {SeparateCode} from "${from}";`);
};

function closingParenthesis(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '(') depth++;
    if (text[at] === ')' && --depth === 0) return at;
  }
  throw new Error(`No parenthesis closes: ${text.slice(from, from + 40)}`);
}
