import { randomUUID } from 'node:crypto';
import { LabroomError } from '@labroom/client/api-failure';
import { createLabroomClient } from '@labroom/client/client.ts';
import {
  ExtendServiceTokenDocument,
  GenerateDataEncryptionKeyDocument,
  GenerateServiceTokenDocument,
  RevokeServiceTokenDocument,
  ServiceSignInMessageDocument,
} from '@labroom/client/documents';
import type { Wallet } from '../people.ts';
import { type ClientAction, patience, type StormContext, visitor } from '../storm-context.ts';

/** Has a token issued, prolongs it, uses it and ends it; afterwards no service may take it. */
export function tokenHolder(context: StormContext, wallet: Wallet): ClientAction {
  const { stack, withRetries, journal } = context;
  const labroom = visitor(context);

  async function issue() {
    // Whatever was lost on the way used its message up: another try signs another.
    const { getServiceSignInMessage } = await labroom.call(
      ServiceSignInMessageDocument,
      { walletAddress: wallet.address, serviceName },
      patience(),
    );
    const messageSignature = await wallet.signMessage({ message: getServiceSignInMessage.message });
    const { generateServiceToken } = await labroom.call(
      GenerateServiceTokenDocument,
      { walletAddress: wallet.address, serviceName, messageSignature, expiresIn: '1h' },
      patience(),
    );
    return generateServiceToken;
  }
  let serviceName = '';

  return async () => {
    serviceName = `storm ${randomUUID()}`;
    const { token, tokenId } = await withRetries('issue a token', issue);
    if (!token || !tokenId) throw new Error('A token was issued that is none');
    const noted = { revoked: false };
    journal.tokens.set(tokenId, noted);

    const holder = createLabroomClient({
      graphqlUrl: `${stack.url}/graphql`,
      chainId: 31337,
      credential: stack.credential,
      session: { wallet: wallet.address, serviceToken: token },
    });
    const use = () => holder.call(GenerateDataEncryptionKeyDocument, {}, patience());
    await withRetries('extend a token', () =>
      holder.call(ExtendServiceTokenDocument, { tokenId, expiresIn: '2h' }, patience()),
    );
    await withRetries('use a token', use);
    let tries = 0;
    await withRetries('revoke a token', async () => {
      tries += 1;
      await holder.call(RevokeServiceTokenDocument, { tokenId }, patience()).catch((error: unknown) => {
        const isDone = tries > 1 && error instanceof LabroomError && error.reason === 'ALREADY_REVOKED';
        if (!isDone) throw error;
      });
    });
    noted.revoked = true;
    // The balancer takes turns: both services are asked.
    for (let time = 0; time < 2; time += 1) {
      await withRetries('use a revoked token', async () => {
        const taken = await use().then(
          () => true,
          (error: unknown) => {
            if (error instanceof LabroomError && error.reason === 'TOKEN_REVOKED') return false;
            throw error;
          },
        );
        if (taken) journal.surprises.push(`the revoked token ${tokenId} was taken`);
      });
    }
  };
}
