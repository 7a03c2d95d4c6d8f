import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Network } from '@labroom/client';
import {
  createPayingClient,
  discoverGateway,
  type PayingClient,
  PaymentBudget,
  PaymentChannel,
  type ReceiptBook,
  receiptsInDatabase,
} from '@labroom/client/payment';
import { formatUnits, parseUnits } from 'viem';
import { type Invocation, textOption } from '../command-line/command.ts';
import { CommandError } from '../command-line/exit-codes.ts';
import { type Connection, originOf } from '../connection/connect.ts';
import { openKey, requireKey } from '../signing/signer.ts';
import { configurationFolder } from '../store/session-store.ts';

/** A wallet of this user that pays within a budget. */
export interface OpenedPayer {
  wallet: `0x${string}`;
  client: PayingClient;
  /** What this and other processes of the user have spent with the wallet, in all, and what they may; in whole tokens. */
  spending(): Promise<{ spent: string; limit: string }>;
}

/**
 * Opens the wallet that the options of a command let pay; `null` without them. Receipts are kept for each wallet and chain in the
 * configuration folder, so all processes of the user share the limits.
 * @throws CommandError for other amounts, a wallet of a browser, or a service on another chain than at the login
 */
export async function openPayer(
  { session, network }: Pick<Connection, 'session' | 'network'>,
  invocation: Invocation,
): Promise<OpenedPayer | null> {
  const total = amountOption(invocation, 'pay-up-to', network);
  const perDay = amountOption(invocation, 'pay-per-day', network);
  const deposit = amountOption(invocation, 'pay-by-channel', network);
  if (total === undefined) {
    if (perDay === undefined && deposit === undefined) return null;
    const named = perDay === undefined ? 'pay-by-channel' : 'pay-per-day';
    throw new CommandError('usage', `--${named} needs --pay-up-to, which is the limit in all.`);
  }
  const account = await openKey(requireKey(session, invocation), invocation);
  const gateway = await discoverGateway(originOf(session.graphqlUrl));
  if (gateway.network.chainId !== session.chainId)
    throw new CommandError('signIn', 'The service is on another chain than at the login. Run labroom login.');

  const key = { chainId: session.chainId, wallet: account.address };
  const receipts = await openReceipts(invocation, key);
  const day = perDay ?? total;
  const budget = new PaymentBudget({ perCall: day, perDay: day, total }, receipts);
  const { decimals } = network.stablecoin;
  return {
    wallet: account.address,
    client: createPayingClient({
      ...gateway,
      ...(deposit &&
        (await holdChannels(invocation, key)) && {
          channel: new PaymentChannel({ deposit, rpcUrl: nodeOf(invocation, gateway) }),
        }),
      wallet: account,
      budget,
    }),
    spending: async () => ({
      spent: formatUnits(await budget.spent(), decimals),
      limit: formatUnits(total, decimals),
    }),
  };
}

interface WalletOnChain {
  chainId: number;
  wallet: string;
}

/** The receipts of a wallet on a chain, in the configuration folder. */
export async function openReceipts(
  invocation: Pick<Invocation, 'env'>,
  key: WalletOnChain,
): Promise<ReceiptBook> {
  return receiptsInDatabase(await openDatabase(invocation, key, '.db'));
}

/** Files that lock the channels of a wallet, as long as this process lives. */
const locks: DatabaseSync[] = [];

/**
 * Whether this process is the one that pays from the channels of a wallet: vouchers follow one another, so others pay by a transfer. The
 * lock ends with the process, also if it is killed.
 */
async function holdChannels(invocation: Pick<Invocation, 'env'>, key: WalletOnChain): Promise<boolean> {
  const lock = await openDatabase(invocation, key, '.channels');
  try {
    lock.exec('pragma busy_timeout = 0; begin exclusive');
  } catch {
    lock.close();
    return false;
  }
  locks.push(lock);
  return true;
}

async function openDatabase(
  { env }: Pick<Invocation, 'env'>,
  { chainId, wallet }: WalletOnChain,
  ending: string,
): Promise<DatabaseSync> {
  const folder = join(configurationFolder(env), 'payments');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return new DatabaseSync(join(folder, `${chainId}-${wallet.toLowerCase()}${ending}`));
}

function nodeOf({ env }: Pick<Invocation, 'env'>, { rpcUrl }: { rpcUrl: string | null }): string {
  const node = env.LABROOM_RPC_URL ?? rpcUrl;
  if (node && URL.canParse(node)) return node;
  throw new CommandError('usage', '--pay-by-channel needs a node of the chain. Set LABROOM_RPC_URL.');
}

function amountOption(
  invocation: Invocation,
  name: string,
  { stablecoin: { decimals } }: Pick<Network, 'stablecoin'>,
): bigint | undefined {
  const text = textOption(invocation, name);
  if (text === undefined) return undefined;
  const [, fraction = ''] = text.split('.');
  if (!/^\d{1,9}(\.\d+)?$/.test(text) || fraction.length > decimals)
    throw new CommandError('usage', `--${name} is an amount of the stablecoin, e.g. 0.06, not ${text}.`);
  return parseUnits(text, decimals);
}
