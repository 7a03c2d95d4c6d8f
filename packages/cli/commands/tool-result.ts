import type { CallToolResult } from '@modelcontextprotocol/server';

/** A result of a tool: as text, and structured. It can hold names and texts that others chose, and what only this wallet may read. */
export const resultOf = (text: string, data: Record<string, unknown>, isError: boolean): CallToolResult => ({
  content: [{ type: 'text', text }],
  structuredContent: data,
  _meta: { ifc: { integrity: 'untrusted', confidentiality: 'private' } },
  ...(isError && { isError }),
});
