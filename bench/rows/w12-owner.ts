import { readFile } from 'node:fs/promises';
import type { Case, Row } from '../row.ts';

interface Trips {
  statements: number;
  node: string[];
}

/** What a statement of the chain costs at least: a transaction and a first write to a slot (EIP-2929, EIP-3529). */
const BASE_GAS = 21_000;
const FIRST_WRITE_GAS = 22_100;
/** Slots that a call must write in any implementation of the same contract. */
const writes: Record<string, number> = {
  // Code of a clone, tokenized, token's lab, supply, balance, terms accepted.
  tokenize: 6,
  // Balance of somebody new; the supply was written before.
  issue: 1,
  cap: 1,
};

/** Owners: what tokenization costs on the chain, and what a decryption asks of others. */
export const owner: Row = {
  name: 'W12',
  title: 'tokenization in gas, and an encrypted file opened, in requests to a node',
  note:
    'Read from the figures that the tests hold (contracts/gas-tokenization.json, service/round-trips.json). The limit of gas is a ' +
    'transaction and its first writes, without calldata, calls, checks or events; of a decryption, one request.',
  async prepare() {
    const gas: Record<string, { gas: number; ancestor: number }> = await json(
      'contracts/gas-tokenization.json',
    );
    const trips: Record<string, Trips> = await json('service/round-trips.json');
    const exact = (name: string, figure: string, values: [number, number | undefined, number]): Case => {
      const [ours, peer, limit] = values;
      const side = (what: string, value: number) => ({ what, measure: async () => ({ [figure]: value }) });
      return {
        name,
        figures: { [figure]: { better: 'less' } },
        isExact: true,
        sides: {
          ours: side('the contracts and the service', ours),
          ...(peer !== undefined && { peer: side('the audited ancestor of the contracts', peer) }),
          limit: side('the least that any could do', limit),
        },
        compare: async () => {},
      };
    };
    const decrypt = trips['decryptDataKey'];
    return [
      ...Object.entries(writes).flatMap(([name, slots]) => {
        const measured = gas[name];
        const limit = BASE_GAS + slots * FIRST_WRITE_GAS;
        return measured ? [exact(name, 'gas', [measured.gas, measured.ancestor, limit])] : [];
      }),
      ...(decrypt
        ? [exact('decryptDataKey', 'requests to the node', [decrypt.node.length, undefined, 1])]
        : []),
    ];
  },
};

async function json<T>(path: string): Promise<T> {
  return JSON.parse(await readFile(new URL(`../../${path}`, import.meta.url), 'utf8'));
}
