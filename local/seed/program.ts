import { setTimeout as wait } from 'node:timers/promises';
import { createClient, fetchExchange } from '@urql/core';
import type { PrivateKeyAccount } from 'viem';
import { seal, sha256Hex } from '#packages/client/crypto/aes-gcm.ts';
import { bytesFromBase64 } from '#packages/client/crypto/base64.ts';
import {
  GenerateServiceTokenDocument,
  ServiceSignInMessageDocument,
} from '#packages/client/documents.generated.ts';
import { type ApiCall, execute } from '#packages/client/execute.ts';
import { createUploadApi } from '#packages/client/upload/upload-api.ts';
import type { UploadPorts } from '#packages/client/upload/upload-ports.ts';
import type { LocalJson } from '../start/local-json.ts';

/** An API client with the consumer credential and an optional service token. */
export function programApi(
  local: Pick<LocalJson, 'consumerCredential' | 'graphqlUrl'>,
  serviceToken?: string,
): ApiCall {
  const headers = {
    authorization: local.consumerCredential,
    ...(serviceToken && { 'x-service-token': serviceToken }),
  };
  const client = createClient({
    url: local.graphqlUrl,
    exchanges: [fetchExchange],
    fetchOptions: { headers },
  });
  return (document, variables) => execute(client, document, variables);
}

/** Signs in with a private key. */
export async function signIn(
  local: LocalJson,
  account: Pick<PrivateKeyAccount, 'address' | 'signMessage'>,
): Promise<ApiCall> {
  const api = programApi(local);
  const identity = { walletAddress: account.address, serviceName: 'labroom-examples' };
  const { getServiceSignInMessage } = await api(ServiceSignInMessageDocument, identity);
  const messageSignature = await account.signMessage({ message: getServiceSignInMessage.message });
  const { generateServiceToken } = await api(GenerateServiceTokenDocument, {
    ...identity,
    messageSignature,
    expiresIn: '1h',
  });
  if (!generateServiceToken.token) throw new Error('The service issued no token');
  return programApi(local, generateServiceToken.token);
}

/** Ports of an upload outside a browser. */
export function uploadPorts(call: ApiCall): UploadPorts {
  return {
    api: createUploadApi(call),
    crypto: {
      async encrypt(file, key) {
        const { ciphertext, iv, plaintextHash } = await seal(await file.arrayBuffer(), bytesFromBase64(key));
        return { ciphertext: new Blob([ciphertext]), iv, plaintextHash };
      },
      async put({ url, headers, body }) {
        const sent = Object.fromEntries(headers.map(({ key, value }) => [key, value]));
        const response = await fetch(url, { method: 'PUT', headers: sent, body });
        if (!response.ok) throw new Error(`The storage answered ${response.status}`);
        return `sha256:${await sha256Hex(await body.arrayBuffer())}`;
      },
    },
    now: Date.now,
    wait: (milliseconds, signal) => wait(milliseconds, undefined, { signal }),
  };
}
