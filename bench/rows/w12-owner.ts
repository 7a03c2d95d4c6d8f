import { readFile } from 'node:fs/promises';
import type { Case, Row, Side } from './row.ts';

/** Gas of a transaction that writes one new storage slot and does nothing else (EIP-2929, EIP-3529). */
const leastGas = 21_000 + 22_100;

export const owner: Row = {
  name: 'W12',
  title: 'tokenization in gas, and an encrypted file opened, in requests to a node',
  note:
    'Read from the figures that the tests hold (contracts/gas-tokenization.json, service/round-trips.json). The limit of gas is a ' +
    'transaction that writes one slot, less than any of these could do with; of a decryption, one request.',
  async prepare() {
    const gas = await json<Record<string, { gas: number; ancestor: number }>>(
      'contracts/gas-tokenization.json',
    );
    const { decryptDataKey } = await json<{ decryptDataKey: { node: string[] } }>('service/round-trips.json');
    const requests = 'requests to the node';
    return [
      ...Object.entries(gas).map(([name, measured]) =>
        known(name, 'gas', {
          ours: side('the contracts', 'gas', measured.gas),
          peer: side('their audited ancestor', 'gas', measured.ancestor),
          limit: side('a transaction with one first write', 'gas', leastGas),
        }),
      ),
      known('decryptDataKey', requests, {
        ours: side('the service', requests, decryptDataKey.node.length),
        limit: side('one request', requests, 1),
      }),
    ];
  },
};

/** A constant figure. */
function known(name: string, figure: string, sides: Case['sides']): Case {
  const figures = { [figure]: { better: 'less' } } as const;
  return { name, figures, sides, isExact: true, compare: async () => {} };
}

function side(what: string, figure: string, value: number): Side {
  return { what, measure: async () => ({ [figure]: value }) };
}

async function json<T>(path: string): Promise<T> {
  return JSON.parse(await readFile(new URL(`../../${path}`, import.meta.url), 'utf8'));
}
