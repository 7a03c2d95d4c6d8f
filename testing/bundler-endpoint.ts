import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { localAddresses } from '@labroom/contracts/local-addresses';
import { BundlerError, type Operation, type OperationPrice } from '@labroom/service/core/ports/bundler.ts';
import { hexToBigInt, numberToHex, parseEther } from 'viem';
import type { DidFixture } from './did-fixture.ts';
import { listen } from './transports/listen.ts';

type Fields = Pick<Operation, 'sender' | 'callData' | 'signature'> &
  Record<keyof OperationPrice | 'nonce', `0x${string}`>;

interface BundlerRequest {
  id: number;
  method: string;
  params: [Fields, string];
}

/** Gas estimate for every operation. */
export const bundlerEstimate = {
  callGasLimit: numberToHex(1_200_000),
  verificationGasLimit: numberToHex(150_000),
  preVerificationGas: numberToHex(60_000),
};

/** A bundler behind JSON-RPC (ERC-7769) for the chain of a fixture, whose account can pay for it. */
export async function startBundlerEndpoint(fixture: DidFixture) {
  const endpoint = {
    url: '',
    asked: [] as Omit<BundlerRequest, 'id'>[],
    /** Behaviour of the endpoint. */
    mood: 'honest' as 'honest' | 'refusing' | 'silent' | 'redirecting',
    stop: async () => {},
  };
  const server = createServer(async (request, response) => {
    const { id, method, params } = (await json(request)) as BundlerRequest;
    endpoint.asked.push({ method, params });
    if (endpoint.mood === 'silent') return request.socket.destroy();
    if (endpoint.mood === 'redirecting')
      return response.writeHead(307, { location: 'http://127.0.0.1:1' }).end();
    const answer =
      endpoint.mood === 'refusing'
        ? refusal('AA24 signature error')
        : method === 'eth_sendUserOperation'
          ? await bundle(fixture, params[0])
          : { result: bundlerEstimate };
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
  });
  const { url, close } = await listen(server);
  Object.assign(endpoint, { url: `${url}/rpc?key=secret`, stop: close });
  await fixture.rpc('hardhat_setBalance', [localAddresses.relayerAccount, numberToHex(parseEther('1'))]);
  return endpoint;
}

const refusal = (message: string) => ({ error: { code: -32507, message } });

/** Sends the operation through the EntryPoint, like a bundler. */
async function bundle(fixture: DidFixture, { sender, callData, signature, ...fields }: Fields) {
  try {
    await fixture.context.didLinking?.bundler.send({
      sender,
      callData,
      signature,
      nonce: hexToBigInt(fields.nonce),
      callGasLimit: hexToBigInt(fields.callGasLimit),
      verificationGasLimit: hexToBigInt(fields.verificationGasLimit),
      preVerificationGas: hexToBigInt(fields.preVerificationGas),
      maxFeePerGas: hexToBigInt(fields.maxFeePerGas),
      maxPriorityFeePerGas: hexToBigInt(fields.maxPriorityFeePerGas),
    });
    return { result: '0x' };
  } catch (error) {
    if (error instanceof BundlerError) return refusal(error.message);
    throw error;
  }
}
