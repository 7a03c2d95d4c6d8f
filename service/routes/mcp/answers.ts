import type { CallToolResult } from '@modelcontextprotocol/server';
import { wireDetails } from '#platform/errors/errors.ts';
import { toServiceError } from '#platform/failures/to-service-error.ts';
import type { FlowLabel } from './outputs.ts';
import type { McpScope } from './reader.ts';

/** Of answers that hold no text of others. */
const ownText: FlowLabel = { integrity: 'trusted', confidentiality: 'public' };

/**
 * A tool's answer as JSON, structured and as text, with the label of its contents in `_meta.ifc`. An error of the catalogue is an
 * answer that the model can act on.
 */
export function answering<Args>(
  scope: McpScope,
  run: (args: Args) => Promise<object>,
  label: FlowLabel = ownText,
) {
  return async (args: Args): Promise<CallToolResult> => {
    try {
      return { ...asResult({ ...(await run(args)) }), _meta: { ifc: label } };
    } catch (thrown) {
      return failureOf(thrown, scope);
    }
  };
}

export function asResult(value: Record<string, unknown>): CallToolResult {
  return { structuredContent: value, content: [{ type: 'text', text: JSON.stringify(value) }] };
}

export function failureOf(thrown: unknown, scope: McpScope): CallToolResult {
  const error = toServiceError(thrown);
  const { code, message, retryable } = error;
  if (code === 'INTERNAL_ERROR') scope.log.error({ err: error.cause }, 'tool failed');
  return asFailure(errorOf({ code, message, retryable, details: error.details }, scope));
}

/** The error object that every channel has; the details stand once more beside the code. */
export function errorOf(
  { details, ...error }: { code: string; message: string; retryable: boolean; details?: Details },
  { requestId }: McpScope,
): Record<string, unknown> {
  const facts = wireDetails(details) ?? {};
  return { ...facts, ...error, requestId, details: facts };
}

type Details = Record<string, unknown> | undefined;

/** As text alone: clients compare structured content with the schema of the output, also of an error. */
export function asFailure(error: Record<string, unknown>): CallToolResult {
  const { structuredContent: _, ...result } = asResult(error);
  return { ...result, isError: true };
}
