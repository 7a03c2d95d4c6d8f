import { generateKey } from '@labroom/testing/test-encryption.ts';
import { extendToken, generateToken, signInMessage } from '@labroom/testing/token-requests.ts';
import { check } from '../check/check.ts';
import { done, refused } from '../service/expect.ts';

const section =
  'docs/specification/identity.md#sign-in; docs/specification/identity.md#service-tokens; docs/specification/files.md#upload';

export const expiryChecks = [
  check(
    'expiry.sign-in',
    {
      rule: 'A sign-in message ends after ten minutes: NONCE_EXPIRED.',
      section: `${section}; docs/specification/limits.md#lifetimes`,
      needs: ['newcomer', 'operator'],
    },
    async ({ service, newcomer, operator }) => {
      const { wallet } = await newcomer();
      const walletAddress = wallet.address;
      const messageSignature = await wallet.signMessage({
        message: await signInMessage(service, walletAddress),
      });
      await operator.expireSignIn(walletAddress);
      const generate = () => generateToken(service, { walletAddress, messageSignature });
      refused(await generate(), 'UNAUTHENTICATED', 'NONCE_EXPIRED');
      await signInMessage(service, walletAddress);
      refused(await generate(), 'UNAUTHENTICATED', 'INVALID_SIGNATURE');
    },
  ),

  check(
    'expiry.upload',
    {
      rule: 'An upload token ends after an hour: UPLOAD_TOKEN_EXPIRED, also where the bytes are there.',
      section,
      needs: ['newLab', 'operator'],
    },
    async ({ newLab, operator }) => {
      const lab = await newLab();
      const token = await lab.sent('too late');
      await operator.expireUploads(lab.oclId);
      refused(await lab.finish(token, { path: 'late.txt' }), 'VALIDATION_FAILED', 'UPLOAD_TOKEN_EXPIRED');
    },
  ),

  check(
    'expiry.token',
    {
      rule: 'A service token that has ended proves nothing, and cannot be extended: TOKEN_EXPIRED.',
      section,
      needs: ['newcomer', 'operator'],
    },
    async ({ service, newcomer, operator }) => {
      const visitor = await newcomer();
      const ended = await operator.expiredToken(visitor);
      refused(await generateKey(service, ended), 'UNAUTHENTICATED', 'TOKEN_EXPIRED');
      refused(await extendToken(service, visitor.tokenId, ended), 'FAILED_PRECONDITION', 'TOKEN_EXPIRED');
    },
  ),

  check(
    'expiry.scoped',
    {
      rule: 'A scoped token used for another mutation, or for a token operation, is UNAUTHORIZED, MUTATION_NOT_ALLOWED.',
      section,
      needs: ['lab', 'newcomer', 'operator'],
    },
    async ({ service, lab, newcomer, operator }) => {
      const visitor = await newcomer();
      const scoped = await operator.scopedToken(visitor, ['generateDataEncryptionKey', 'extendServiceToken']);
      done(await generateKey(service, scoped));
      refused(
        await lab.as({ ...visitor, token: scoped }).initiate(1),
        'UNAUTHORIZED',
        'MUTATION_NOT_ALLOWED',
      );
      refused(await extendToken(service, visitor.tokenId, scoped), 'UNAUTHORIZED', 'MUTATION_NOT_ALLOWED');
    },
  ),
];
