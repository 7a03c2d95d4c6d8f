import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Manifest } from '@labroom/contracts/manifest';
import { compileCode } from '@labroom/contracts/storage/compile.ts';
import { verifyContracts } from '@labroom/service/chain/verify-contracts.ts';
import { listen } from '@labroom/testing/transports/listen.ts';
import { type Address, encodeDeployData, encodeFunctionData, type Hex, parseAbi, zeroAddress } from 'viem';
import { describe, expect, it, onTestFinished } from 'vitest';
import { attackedChain } from './attacked-chain.fixture.ts';
import { deploySuite } from './deploy-suite.ts';
import type { DeployedManifest } from './plan-of-manifest.ts';
import { verifyDeployment } from './verify-deployment.ts';

const { mallory, chain, honest, reader, send, deploy } = attackedChain();

const failures = async (manifest: Manifest, rpcUrl = chain().rpcUrl) =>
  (await verifyDeployment(rpcUrl, manifest)).failed;

/** Has the interface of a Safe, and obeys one hidden key beside the owners that it names. */
const forgedSafeSource = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;
contract ForgedSafe {
    address private immutable hidden;
    address private immutable shown;
    constructor(address hidden_, address shown_) {
        hidden = hidden_;
        shown = shown_;
    }
    function getOwners() external view returns (address[] memory owners) {
        owners = new address[](1);
        owners[0] = shown;
    }
    function getThreshold() external pure returns (uint256) {
        return 1;
    }
    function getModulesPaginated(address, uint256) external pure returns (address[] memory modules, address next) {
        return (modules, address(1));
    }
    function execTransaction(address to, uint256 value, bytes calldata data) external payable {
        require(msg.sender == hidden || msg.sender == shown);
        (bool done, ) = to.call{ value: value }(data);
        require(done);
    }
}`;

describe('a Safe', () => {
  const abi = parseAbi(['constructor(address hidden, address shown)']);
  const forgedSafe = () => {
    const compiled = compileCode({ 'Safe.sol': forgedSafeSource }, ['Safe.sol'])['Safe.sol:ForgedSafe'];
    const bytecode: Hex = `0x${compiled?.creation ?? ''}`;
    return encodeDeployData({ abi, bytecode, args: [mallory.address, chain().signer.address] });
  };
  const deployedBy = async (owner: Address, file: string) =>
    (await deploySuite({ ...chain().options, owner, file: `${chain().dir}/${file}` })) as DeployedManifest;

  it('is named with its version, threshold and owners', async () => {
    const { passed, unverified } = await verifyDeployment(chain().rpcUrl, honest());
    expect(unverified).toEqual([]);
    expect(passed).toContain(
      `the Safe at ${honest().administration.safe} has the code of Safe 1.5.0 and the threshold 1; its owners: ${chain().signer.address}`,
    );
  });

  it('that only looks like one is not called verified', async () => {
    const manifest = await deployedBy(await deploy(forgedSafe()), 'forged-safe.json');
    const named = `the Safe at ${manifest.administration.safe} does not have the code of a published Safe, so nobody knows for whom it acts`;
    expect((await verifyDeployment(chain().rpcUrl, manifest)).unverified).toEqual([named]);
    expect((await verifyContracts(reader(), manifest)).warnings).toEqual([named]);
  });
});

/** Tells what the constructors of an honest deployment tell. */
const lookAlikeSource = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;
contract LookAlike {
    event OwnershipTransferred(address indexed previousOwner, address indexed newOwner);
    function tell(address owner) external {
        emit OwnershipTransferred(address(0), owner);
    }
}`;

describe('a node', () => {
  /** A node that answers questions for logs otherwise. */
  async function nodeThat(answer: (filter: Record<string, unknown>) => unknown): Promise<string> {
    const server = createServer(async (request, response) => {
      const body = await text(request);
      const { method, params, id } = JSON.parse(body);
      const headers = { 'content-type': 'application/json' };
      response.setHeader('content-type', 'application/json');
      const changed = method === 'eth_getLogs' ? answer(params[0]) : undefined;
      const sent = changed
        ? JSON.stringify({ jsonrpc: '2.0', id, ...((await changed) as object) })
        : await (await fetch(chain().rpcUrl, { method: 'POST', body, headers })).text();
      response.end(sent);
    });
    const { url, close } = await listen(server);
    onTestFinished(close);
    return url;
  }

  it('that hides all events is not believed', async () => {
    const failed = await failures(honest(), await nodeThat(() => ({ result: [] })));
    expect(failed).toContainEqual(expect.stringMatching(/^LabNFT at .*: its first OwnershipTransferred/));
    expect(failed).toContainEqual(expect.stringMatching(/^TimelockController at .*: its first RoleGranted/));
  });

  it('that answers with events of another contract is not believed', async () => {
    const compiled = compileCode({ 'A.sol': lookAlikeSource }, ['A.sol'])['A.sol:LookAlike'];
    const lookAlike = await deploy(`0x${compiled?.creation ?? ''}`);
    const { timelock } = honest().administration;
    const tell = encodeFunctionData({ abi: parseAbi(['function tell(address owner)']), args: [timelock] });
    await send(mallory.address, lookAlike, tell);
    const url = await nodeThat(async (filter) => {
      const { address: _, ...others } = filter;
      return { result: await reader().request({ method: 'eth_getLogs', params: [others] as never }) };
    });
    await expect(verifyDeployment(url, honest())).rejects.toThrow('an event that was not asked for');
  });

  it('says up to which block it was asked', async () => {
    const { number, timestamp } = await reader().getBlock();
    const { passed } = await verifyDeployment(chain().rpcUrl, honest());
    const time = new Date(Number(timestamp) * 1_000).toISOString();
    expect(passed).toContain(`the events were read up to block ${number}, of ${time}`);
  });
});

describe('code that was planted in a proxy', () => {
  const source = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;
contract Noise {
    address public immutable labNft;
    bytes32 public constant proxiableUUID = 0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc;
    event OwnershipTransferred(address previousOwner, address newOwner);
    constructor(address labNft_) {
        labNft = labNft_;
    }
    function restore(address official) external payable {
        emit OwnershipTransferred(address(0), address(1));
        bytes32 slot = proxiableUUID;
        assembly {
            sstore(slot, official)
        }
    }
}`;

  it('is named also where it tells events that nobody can read', async () => {
    const compiled = compileCode({ 'Noise.sol': source }, ['Noise.sol'])['Noise.sol:Noise'];
    const abi = parseAbi(['constructor(address labNft)', 'function restore(address official) payable']);
    const { labNft, accessResolver } = honest().contracts;
    const bytecode: Hex = `0x${compiled?.creation ?? ''}`;
    const noise = await deploy(encodeDeployData({ abi, bytecode, args: [labNft] }));
    const official = honest().deployment.contracts.find(({ name }) => name === 'AccessResolver')?.address;
    const restore = encodeFunctionData({ abi, functionName: 'restore', args: [official ?? zeroAddress] });
    const upgrade = encodeFunctionData({
      abi: parseAbi(['function upgradeToAndCall(address newImplementation, bytes data) payable']),
      args: [noise, restore],
    });
    const hash = await send(honest().administration.timelock, accessResolver, upgrade);
    expect(await failures(honest())).toEqual(
      ['Upgraded', 'OwnershipTransferred'].map((event) =>
        expect.stringMatching(new RegExp(`^AccessResolver proxy at .*: ${event}\\(.*${hash}`)),
      ),
    );
  });
});
