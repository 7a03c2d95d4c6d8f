import { isAgreementSymbol } from '@labroom/protocol/agreement-symbol';
import { parseBoundedJson } from '@labroom/protocol/json-bounds';
import { z } from 'zod';
import { ServiceError } from '#platform/errors/errors.ts';
import { oclId, parseInput } from '#platform/input/input.ts';

/** The fields that identify an agreement. */
export interface AgreementData {
  /** Lowercase. */
  oclId: `0x${string}`;
  symbol: string;
  title: string | null;
}

/** Control and line characters, and those that turn the direction of the text around them. */
const deceptive = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;

/** One line of text that shows what it is; a blank one counts as none. */
const title = z
  .string({ error: 'must be text' })
  .max(200, 'has more than 200 characters')
  .refine(
    (text) => text.isWellFormed() && !deceptive.test(text),
    'must not contain invisible characters or line breaks',
  )
  .transform((text) => text.normalize('NFC').trim() || null);

const schema = z.strictObject(
  {
    oclId,
    symbol: z
      .string({ error: 'must be text' })
      .refine(isAgreementSymbol, 'must be 1 to 20 letters and digits'),
    title: title.nullish().transform((text) => text ?? null),
  },
  {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? 'has a key other than oclId, symbol and title'
        : 'must be a JSON object',
  },
);

/**
 * Reads `agreementData`.
 * @throws ServiceError `INVALID_METADATA` when it is not JSON, `INVALID_INPUT` when it is not what an agreement needs
 */
export function parseAgreementData(json: string): AgreementData {
  const args = { agreementData: parseJson(json) };
  return parseInput(z.object({ agreementData: schema }), args, 'INVALID_INPUT').agreementData;
}

function parseJson(json: string): unknown {
  try {
    return parseBoundedJson(json);
  } catch {
    throw new ServiceError('INVALID_METADATA', 'agreementData is not valid JSON.', {
      details: { argument: 'agreementData' },
    });
  }
}
