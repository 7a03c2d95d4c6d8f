import type { JsonSchema } from '@labroom/protocol/json-schema-dialect';
import { fromJsonSchema } from '@modelcontextprotocol/server';
import { parse } from 'graphql';
import { responseSchema } from '../../graphql/json-schema.ts';
import { serviceSchema } from '../../graphql/schema.ts';
import { writtenByOthers } from '../../graphql/written-by-others.ts';
import type { ServiceDescription } from '../discovery/describe-service.ts';
import { FORESEE, PAID_CALLS, ROLES_OF_WALLET } from './queries.ts';

/**
 * Where the contents of an answer come from, as hosts that control the flow of information read it in `_meta.ifc` of a result.
 * Text that others wrote is untrusted, and what only a wallet may read is private.
 */
export interface FlowLabel {
  integrity: 'trusted' | 'untrusted';
  confidentiality: 'public' | 'private';
}

/** What a tool answers. */
export interface Output {
  outputSchema: ReturnType<typeof fromJsonSchema<Record<string, unknown>>>;
  label: FlowLabel;
}

/** The answers of all tools that read. Those of the API are derived from their documents and its schema. */
export type Outputs = ReturnType<typeof openOutputs>;

/** Made once for a process, because a schema is compiled when it first validates. */
export function openOutputs({ publicData }: Pick<ServiceDescription, 'publicData'>) {
  const resource = (name: string) => {
    const { body } = publicData.find((route) => route.name === name) ?? {};
    if (!body) throw new Error(`There is no public resource ${name}`);
    return body;
  };
  const file = resource('getFile');
  const foresight = answerTo(FORESEE, 'foresee');
  return {
    orient: outputOf(
      objectOf({
        environment: text,
        chainId: { type: 'integer' },
        labs: { type: 'array', items: roleInLab() },
      }),
    ),
    search: outputOf(objectOf({ results: { type: 'array', items: found } })),
    fetch: outputOf(found),
    openLab: outputOf(
      objectOf({
        lab: resource('getLab'),
        token: { anyOf: [resource('getLabToken'), { type: 'null' }] },
        files: resource('listFiles'),
      }),
    ),
    readFile: outputOf(
      objectOf({
        path: byOthers(text),
        version: { type: 'integer' },
        contentType: byOthers(text),
        contentLength: { type: 'integer', description: 'In bytes.' },
        offset: { type: 'integer', description: 'In bytes.' },
        text: byOthers(text),
        nextOffset: { type: ['integer', 'null'], description: 'Where to continue. `null`: this is the end.' },
      }),
    ),
    explainAccess: outputOf(objectOf({ file, decryptDataKey: { anyOf: [foresight, { type: 'null' }] } })),
    foresee: outputOf(foresight),
    paidCalls: outputOf(answerTo(PAID_CALLS, 'paidCalls'), 'private'),
  };
}

const text: JsonSchema = { type: 'string' };
const byOthers = (schema: JsonSchema): JsonSchema => ({ ...schema, ...writtenByOthers });

const objectOf = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});

/** What chat products take from `search` and `fetch`. */
const found = objectOf({
  id: byOthers({ ...text, description: 'For `fetch`, and the URI of the resource.' }),
  title: byOthers(text),
  url: byOthers({ ...text, description: 'Its page, to cite.' }),
  text: byOthers(text),
  metadata: byOthers({ type: 'object', additionalProperties: text }),
});

/** The result of the one field of a document. A tool never answers `null` for it. */
function answerTo(document: string, field: string): JsonSchema {
  const { properties } = responseSchema(serviceSchema(), parse(document, { noLocation: true }));
  const { data } = properties as { data: { properties: Record<string, JsonSchema> } };
  const { description: _, ...answer } = data.properties[field] ?? {};
  return { ...answer, type: 'object' };
}

/** A lab of `ROLES_OF_WALLET`, with the role of the wallet in place of the members. */
function roleInLab(): JsonSchema {
  const { properties } = answerTo(ROLES_OF_WALLET, 'labs') as {
    properties: { nodes: { items: { properties: Record<string, JsonSchema> } } };
  };
  const { members, ...lab } = properties.nodes.items.properties;
  const { role, expiry } = (members as { items: { properties: Record<string, JsonSchema> } }).items
    .properties;
  if (!role || !expiry) throw new Error('Members have no role');
  const nullable = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] });
  return objectOf({ ...lab, role: nullable(role), expiry: nullable(expiry) });
}

function outputOf(schema: JsonSchema, confidentiality: FlowLabel['confidentiality'] = 'public'): Output {
  return {
    outputSchema: fromJsonSchema<Record<string, unknown>>(open(schema)),
    label: { integrity: hasMark(schema) ? 'untrusted' : 'trusted', confidentiality },
  };
}

/** Objects may have more fields: a client may have listed the tools of an older replica. */
export function open(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (key, value) =>
    key === 'additionalProperties' && value === false ? undefined : value,
  );
}

const hasMark = (schema: JsonSchema): boolean =>
  JSON.stringify(schema).includes(JSON.stringify(writtenByOthers).slice(1, -1));
