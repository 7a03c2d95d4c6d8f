import { conditionsForTeam } from '@labroom/protocol/conditions';
import { z } from 'zod';
import { newFilePath } from '#core/files/path.ts';
import { mimeType, oclId, parseInput, walletAddress } from '#platform/input/input.ts';
import type { ServiceDescription } from '../discovery/describe-service.ts';

/** Strict: contents, which a caller may not send in the clear, are refused by their name. */
export const putFileSchema = z.strictObject({
  oclId: oclId.describe('The lab: `0x` and 64 hex digits.'),
  path: z.string().min(1).max(2_000).describe('Path of the file in the data room.'),
  access: z
    .enum(['ADMIN', 'PUBLIC'])
    .default('ADMIN')
    .describe('Who may open it: the team, or everyone. Public files are not encrypted.'),
  contentType: mimeType.default('text/plain').describe('Media type of the contents.'),
  wallet: walletAddress.describe('The wallet that stores it: an owner or contributor.'),
});

export const recipeSchema = z.object({
  steps: z.array(
    z.object({
      do: z.string(),
      tool: z.string().nullable(),
      arguments: z.record(z.string(), z.unknown()).nullable(),
    }),
  ),
});

/**
 * How to store a file: the calls with their arguments, and what happens on the machine of the caller between them. The
 * contents are not part of it, so that no secret is sent in the clear.
 * @throws ServiceError `VALIDATION_FAILED`, reason `INVALID_PATH`
 */
export function putFileRecipe(
  { chain }: Pick<ServiceDescription, 'chain'>,
  { oclId: lab, access, contentType, wallet, ...asked }: z.output<typeof putFileSchema>,
): z.output<typeof recipeSchema> {
  const { path } = parseInput(z.object({ path: newFilePath }), asked);
  const isSecret = access === 'ADMIN';
  const conditions = conditionsForTeam(lab, { name: chain.name, contracts: chain.contracts });
  const bytes = isSecret ? 'ciphertext' : 'file';
  const call = (tool: string, args: Record<string, unknown>, then: string) => ({
    do: then,
    tool,
    arguments: args,
  });
  const here = (what: string) => ({ do: what, tool: null, arguments: null });
  const encryption = isSecret && {
    encryptionMetadata: {
      encryptionSystem: '{encryptionSystem}',
      encryptedDek: '{encryptedDek}',
      iv: '{iv}',
      contentHash: '{contentHash}',
      accessControlConditions: JSON.stringify(conditions),
      encryptedBy: wallet,
      encryptedAt: '{now}',
    },
  };
  const upload = { oclId: lab, contentType, contentLength: '{contentLength}' };
  return {
    steps: [
      ...(isSecret
        ? [
            here(
              'Make a key pair here, X25519 or P-256. recipientKey is its public half as a JWK; the private half is in no call. Without a place for it outside of the ' +
                'conversation, stop, and use `labroom mcp` of the command line.',
            ),
            call(
              'generate_data_encryption_key',
              { recipientKey: '{recipientKey}' },
              'Open sealedDEK (JWE, ECDH-ES) with the private key, on this machine: 32 bytes, the data key. It is in no call.',
            ),
            here(
              'Encrypt the file here: AES-256-GCM with the data key and a random iv of 12 bytes (Base64), the tag of 16 bytes at the end of ' +
                'the ciphertext. contentHash is `sha256-` and the SHA-256 of the plaintext in lowercase hex. Then forget the data key.',
            ),
          ]
        : []),
      call(
        'foresee',
        { operation: 'initiateCreateOrUpdateFile', variables: upload, wallet },
        `contentLength is that of the ${bytes}, a number. Go on only if it would run.`,
      ),
      call(
        'initiate_create_or_update_file',
        upload,
        `Then PUT the ${bytes} to uploadUrl, with exactly the headers returned.`,
      ),
      call(
        'finish_create_or_update_file',
        {
          ...{ oclId: lab, uploadToken: '{uploadToken}', path, accessLevel: isSecret ? 'ADMIN' : 'PUBLIC' },
          ...{ changeBy: wallet, ...encryption },
        },
        'The file is stored when the answer has a version and no error.',
      ),
    ],
  };
}
