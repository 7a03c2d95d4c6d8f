import type { CallToolResult } from '@modelcontextprotocol/server';

/** A result of a tool: as text, and structured. */
export const resultOf = (text: string, data: Record<string, unknown>, isError: boolean): CallToolResult => ({
  content: [{ type: 'text', text }],
  structuredContent: data,
  ...(isError && { isError }),
});
