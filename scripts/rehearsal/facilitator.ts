import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { listen } from '@labroom/testing/transports/listen.ts';
import { x402Facilitator } from '@x402/core/facilitator';
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types';
import { type FacilitatorEvmSigner, toFacilitatorEvmSigner } from '@x402/evm';
import { ExactEvmScheme } from '@x402/evm/exact/facilitator';
import { createWalletClient, defineChain, http, type PrivateKeyAccount, publicActions } from 'viem';

/** The facilitator of the x402 library over HTTP, as an operator runs it for a chain. `account` pays the gas. */
export async function startFacilitator(chainId: number, rpcUrl: string, account: PrivateKeyAccount) {
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 };
  const chain = defineChain({
    id: chainId,
    name: `Chain ${chainId}`,
    nativeCurrency,
    rpcUrls: { default: { http: [rpcUrl] } },
  });
  const client = createWalletClient({ account, chain, transport: http(rpcUrl), pollingInterval: 50 });
  const signer = toFacilitatorEvmSigner({
    ...client.extend(publicActions),
    address: account.address,
  } as unknown as Omit<FacilitatorEvmSigner, 'getAddresses'> & { address: `0x${string}` });
  const facilitator = new x402Facilitator().register(`eip155:${chainId}`, new ExactEvmScheme(signer));
  const paths: string[] = [];
  const server = createServer(async (request, response) => {
    response.setHeader('content-type', 'application/json');
    if (request.url === '/supported') return response.end(JSON.stringify(facilitator.getSupported()));
    const { paymentPayload, paymentRequirements } = (await json(request)) as {
      paymentPayload: PaymentPayload;
      paymentRequirements: PaymentRequirements;
    };
    paths.push(request.url ?? '');
    const method = request.url === '/settle' ? 'settle' : 'verify';
    const answer = await facilitator[method](paymentPayload, paymentRequirements).catch((error: Error) => ({
      isValid: false,
      invalidReason: error.message,
    }));
    return response.end(JSON.stringify(answer));
  });
  const { url, close } = await listen(server);
  return { url, paths, [Symbol.asyncDispose]: close };
}
