import { SignClient } from '@walletconnect/sign-client';
import type { Hex, TypedDataDefinition } from 'viem';
import type { WalletAccount } from '../wallets/wallet.ts';

export interface PhoneWallet {
  /** Requested methods, each with the network that was named, e.g. `personal_sign on eip155:31337`. */
  readonly asked: string[];
  /** Opens the address of a QR code, and approves the session. */
  scan(uri: string): Promise<void>;
  declineNext(): void;
  endSession(): Promise<void>;
}

/** A wallet of another device, which signs with a real key and is reached over the relay alone. */
export async function startPhoneWallet(
  account: WalletAccount,
  { projectId, relayUrl, chainIds }: { projectId: string; relayUrl: string; chainIds: number[] },
): Promise<PhoneWallet> {
  const client = await SignClient.init({
    projectId,
    relayUrl,
    telemetryEnabled: false,
    storageOptions: { database: ':memory:' },
    // Clients with the same prefix share one core.
    customStoragePrefix: account.address,
    metadata: { name: 'Phone Wallet', description: 'A wallet', url: 'https://wallet.example', icons: [] },
  });
  const asked: string[] = [];
  let declines = false;

  const answer = async (method: string, params: unknown[]): Promise<Hex> => {
    if (method === 'personal_sign') return account.signMessage({ message: { raw: params[0] as Hex } });
    if (method === 'eth_signTypedData_v4')
      return account.signTypedData(JSON.parse(String(params[1])) as TypedDataDefinition);
    const [call] = params as [{ to: Hex; data: Hex; value?: Hex }];
    return account.sendTransaction({ to: call.to, data: call.data, value: BigInt(call.value ?? 0) });
  };
  client.on('session_request', async ({ id, topic, params: { request, chainId } }) => {
    asked.push(`${request.method} on ${chainId}`);
    const envelope = { id, jsonrpc: '2.0' };
    if (declines) {
      declines = false;
      const error = { code: 5000, message: 'User rejected.' };
      await client.respond({ topic, response: { ...envelope, error } });
    } else {
      const result = await answer(request.method, request.params);
      await client.respond({ topic, response: { ...envelope, result } });
    }
  });

  return {
    asked,
    async scan(uri) {
      const proposed = new Promise<void>((approved, failed) => {
        client.once('session_proposal', ({ id }) => {
          const namespace = {
            accounts: chainIds.map((chainId) => `eip155:${chainId}:${account.address}`),
            chains: chainIds.map((chainId) => `eip155:${chainId}`),
            methods: ['personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction'],
            events: [],
          };
          client
            .approve({ id, namespaces: { eip155: namespace } })
            .then(({ acknowledged }) => acknowledged())
            .then(() => approved(), failed);
        });
      });
      await client.pair({ uri });
      await proposed;
    },
    declineNext() {
      declines = true;
    },
    async endSession() {
      for (const { topic } of client.session.getAll())
        await client.disconnect({ topic, reason: { code: 6000, message: 'User disconnected.' } });
    },
  };
}
