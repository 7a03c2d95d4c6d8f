import { Cell, HeaderCell, Row, Table, TableHead } from '../ui/table.tsx';
import { errorCodes } from './api-reference.generated.ts';

type Code = (typeof errorCodes)[number]['code'];

const meanings: Record<Code, string> = {
  UNAUTHENTICATED: 'The consumer credential or the proof of a wallet is missing, wrong or over.',
  UNAUTHORIZED: 'The wallet is known and may not do this.',
  NOT_FOUND: 'What was named does not exist.',
  CONFLICT: 'It is there already, or was changed meanwhile.',
  VALIDATION_FAILED: 'An argument is not what the schema describes.',
  FAILED_PRECONDITION: 'The call is right and the state of things is not, e.g. the room is used up.',
  INVALID_INPUT: 'The arguments do not go together.',
  INVALID_METADATA: 'A JSON argument is no JSON.',
  COMPLEXITY_LIMIT_EXCEEDED: 'The document asks for too much at once.',
  RATE_LIMITED: 'Too many requests; Retry-After says when to go on.',
  TIMEOUT: 'It took too long.',
  UPSTREAM_UNAVAILABLE: 'The chain, the storage or another source cannot be reached.',
  INTERNAL_ERROR: 'Our fault. Quote the request id when you report it.',
};

/** Every code that a program may meet. */
export function ErrorCatalogue() {
  return (
    <Table caption="Error codes">
      <TableHead>
        <HeaderCell>Code</HeaderCell>
        <HeaderCell>What it means</HeaderCell>
        <HeaderCell>Try again</HeaderCell>
      </TableHead>
      <tbody>
        {errorCodes.map(({ code, retryable }) => (
          <Row key={code}>
            <Cell className="font-mono whitespace-nowrap">{code}</Cell>
            <Cell className="min-w-56">{meanings[code]}</Cell>
            <Cell>{retryable ? 'yes' : 'no'}</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
