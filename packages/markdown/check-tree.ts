import type { MarkdownNode, MarkdownProperty, MarkdownTree } from './markdown-node.ts';
import { maxDepth, maxNodes } from './markdown-node.ts';
import { allowedMarkup } from './rules.ts';
import { depthOf } from './shorten-tree.ts';

const tagNames = new Set(allowedMarkup.tagNames);
/** React throws where one of them has children. */
const voidElements = new Set(['br', 'hr', 'img', 'input', 'source']);

/**
 * A tree that was kept, if it is one that `markdownTree` could have made; `null` otherwise. What a database holds must
 * not become a script of a page: it may have come from an older version, a wrong migration, or a stranger.
 */
export function checkTree(value: unknown): MarkdownTree | null {
  if (!isObject(value) || value.type !== 'root' || !Array.isArray(value.children)) return null;
  if (depthOf(value) > maxDepth) return null;
  const left = { nodes: maxNodes };
  return value.children.every((child) => isNode(child, left)) ? (value as unknown as MarkdownTree) : null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isNode(value: unknown, left: { nodes: number }): value is MarkdownNode {
  if (!isObject(value) || --left.nodes < 0) return false;
  if (value.type === 'text') return typeof value.value === 'string' && hasOnly(value, textKeys);
  if (value.type !== 'element' || typeof value.tagName !== 'string' || !tagNames.has(value.tagName))
    return false;
  const { tagName, properties, children } = value;
  return (
    hasOnly(value, elementKeys) &&
    isObject(properties) &&
    Object.entries(properties).every(([name, property]) => isProperty(tagName, name, property)) &&
    Array.isArray(children) &&
    (children.length === 0 || !voidElements.has(tagName)) &&
    children.every((child) => isNode(child, left))
  );
}

const textKeys = new Set(['type', 'value']);
const elementKeys = new Set(['type', 'tagName', 'properties', 'children']);

function hasOnly(value: object, keys: ReadonlySet<string>): boolean {
  return Object.keys(value).every((key) => keys.has(key));
}

function isProperty(tagName: string, name: string, value: unknown): value is MarkdownProperty {
  const rules = [...(allowedMarkup.attributes?.[tagName] ?? []), ...(allowedMarkup.attributes?.['*'] ?? [])];
  const rule = rules.find((one) => (typeof one === 'string' ? one : one[0]) === name);
  if (!rule || !isPropertyValue(value)) return false;
  const values = Array.isArray(value) ? value : [value];
  if (typeof rule !== 'string') {
    const [, ...allowed] = rule;
    const isAllowed = (one: string | number | boolean) =>
      allowed.some((known) => (known instanceof RegExp ? known.test(String(one)) : known === one));
    if (allowed.length > 0 && !values.every(isAllowed)) return false;
  }
  const protocols = allowedMarkup.protocols?.[name];
  return !protocols || values.every((one) => isSafeUrl(String(one), protocols));
}

function isPropertyValue(value: unknown): value is MarkdownProperty {
  if (Array.isArray(value)) return value.every((one) => typeof one === 'string' || typeof one === 'number');
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** Relative, or of a known protocol. */
function isSafeUrl(url: string, protocols: readonly string[]): boolean {
  const protocol = url.indexOf(':');
  if (protocol < 0) return true;
  const ends = ['/', '?', '#'].map((sign) => url.indexOf(sign)).filter((at) => at >= 0);
  return ends.some((at) => at < protocol) || protocols.includes(url.slice(0, protocol).toLowerCase());
}
