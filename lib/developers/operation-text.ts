import type { Arguments } from './example-arguments.ts';
import { groupOperations } from './group-operations.ts';
import type { Access, Input, Operation } from './operation.ts';
import { curlExample, pythonExample, typescriptExample } from './operation-examples.ts';
import type { PriceList } from './price-list.ts';

const accesses: Record<Access, string> = {
  CONSUMER: 'consumer credential',
  WALLET: 'any proved wallet',
  CONTRIBUTOR: 'contributor or owner',
  OWNER: 'owner',
  MEMBER: 'wallet of a member, or that may open the file',
  CONDITIONS: 'wallet that meets the access conditions',
  TOKEN_OWNER: "the token's wallet",
  SIGNATURE: 'signature of a wallet',
  SIGN_IN: 'signature of a wallet, or user token',
};

/** Name of a group in the path of its page. */
export const slugOf = (group: string) => group.toLowerCase().replaceAll(' ', '-');

/** The operations by group, each with its first sentence. */
export function indexText(operations: readonly Operation[]): string {
  return groupOperations(operations)
    .map(({ title, operations: members }) => {
      const lines = members.map(
        ({ name, description }) =>
          `- [\`${name}\`](reference/${slugOf(title)}.md#${name}): ${firstSentence(description)}`,
      );
      return `## ${title}\n\n${lines.join('\n')}`;
    })
    .join('\n\n');
}

interface OperationTextOptions {
  args: Arguments;
  graphqlUrl: string;
  /** Price at the gateway; `undefined` if the gateway does not sell the operation. */
  price: string | undefined;
}

/** One operation as Markdown: description, arguments, errors, and an example in each language. */
export function operationText(
  operation: Operation,
  { args, graphqlUrl, price }: OperationTextOptions,
): string {
  const { name, kind, description, access, errors, returns, deprecated } = operation;
  const facts = [`For: ${accesses[access]}`, ...(price ? [`${price} at the gateway`] : [])];
  return [
    `### \`${name}\``,
    `${kind === 'query' ? 'Query' : 'Mutation'}. ${facts.join('. ')}.`,
    description,
    ...(deprecated ? [`**Deprecated.** ${deprecated}`] : []),
    ...(operation.arguments.length > 0 ? ['**Arguments**', inputList(operation.arguments)] : []),
    `**Result** \`${returns}\``,
    ...(errors.length > 0 ? ['**Errors**', errors.map(errorLine).join('\n')] : []),
    fenced('ts', typescriptExample(operation, args)),
    fenced('sh', curlExample(operation, args, graphqlUrl)),
    fenced('py', pythonExample(operation, args)),
  ].join('\n\n');
}

/** The prices as a table. */
export function priceText(prices: PriceList): string {
  if (!prices)
    return 'The gateway is unavailable right now. A request without a payment returns 402 and the price.';
  if (prices.length === 0) return 'This gateway sells no calls.';
  const rows = prices.map(({ mutation, price, asset, network, payTo, needsIntent }) => {
    const condition = needsIntent ? ', with a proof of intent' : '';
    return `| \`${mutation}\` | ${price}${condition} | \`${asset}\` on \`${network}\` | \`${payTo}\` |`;
  });
  return ['| mutation | one call | token | paid to |', '|---|---|---|---|', ...rows].join('\n');
}

function inputList(inputs: readonly Input[], indent = ''): string {
  return inputs
    .map(({ name, type, isRequired, defaultValue, description, fields, values }) => {
      const facts = [
        `\`${type}\``,
        ...(isRequired ? ['required'] : []),
        ...(defaultValue === null ? [] : [`default \`${defaultValue}\``]),
      ].join(', ');
      const oneOf = values.length > 0 ? ` One of ${values.map((value) => `\`${value}\``).join(', ')}.` : '';
      const line = `${indent}- \`${name}\` ${facts}: ${description}${oneOf}`;
      return fields.length > 0 ? `${line}\n${inputList(fields, `${indent}  `)}` : line;
    })
    .join('\n');
}

const errorLine = ({ code, reasons }: Operation['errors'][number]) =>
  `- \`${code}\`${reasons.length > 0 ? `: ${reasons.map((reason) => `\`${reason}\``).join(', ')}` : ''}`;

const fenced = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\``;

const firstSentence = (text: string) => /^.*?[.!](?=\s|$)/.exec(text)?.[0] ?? text;
