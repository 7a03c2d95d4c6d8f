import 'server-only';
import { developerPages } from '@labroom/protocol/developer-pages';
import { operations } from '#lib/developers/api-reference.generated.ts';
import { exampleArguments } from '#lib/developers/example-arguments.ts';
import { guideTexts } from '#lib/developers/guide.generated.ts';
import { localized } from '#lib/developers/guide.ts';
import type { Operation } from '#lib/developers/operation.ts';
import { indexText, operationText, priceText, slugOf } from '#lib/developers/operation-text.ts';
import { publicConfig, webEnv } from './config/env.ts';
import { loadPriceList } from './load-price-list.ts';
import { loadSample } from './load-sample.ts';

/**
 * The text of a page for developers, about this installation: `overview`, a page of the guide, `reference`, or
 * `reference/<group>`. Links are those of the repository. `null` if there is no such page.
 */
export async function developerText(path: string): Promise<string | null> {
  if (path === 'overview') return localizedText(guideTexts.README);
  if (path === 'reference') return `# All operations\n\n${indexText(operations)}\n`;
  const page = developerPages.find(({ name }) => name === path);
  if (page) return localizedText(await withPrices(guideTexts[page.name]));
  const found = operations.filter(({ group }) => path === `reference/${slugOf(group)}`);
  const [first] = found;
  return first
    ? `# ${first.group}\n\n${(await operationTexts(found)).map(({ text }) => text).join('\n\n')}\n`
    : null;
}

/** Operations with their texts, whose examples use a lab of this installation. */
export async function operationTexts(found: readonly Operation[]): Promise<{ name: string; text: string }[]> {
  const [sample, prices] = await Promise.all([loadSample(), loadPriceList()]);
  const graphqlUrl = `${webEnv().publicServiceUrl}/graphql`;
  return found.map((operation) => {
    const price = prices?.find(({ mutation }) => mutation === operation.name)?.price;
    const args = exampleArguments(operation, sample);
    return { name: operation.name, text: operationText(operation, { args, graphqlUrl, price }) };
  });
}

async function withPrices(text: string): Promise<string> {
  const place = '<!-- prices -->';
  return text.includes(place) ? text.replace(place, priceText(await loadPriceList())) : text;
}

function localizedText(text: string): string {
  const { webUrl, publicServiceUrl: serviceUrl } = webEnv();
  const { chainId, environment, rpcUrl } = publicConfig();
  return localized(text, { webUrl, serviceUrl, rpcUrl, chainId, environment });
}
