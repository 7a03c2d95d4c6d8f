import { Notice } from '../ui/notice.tsx';
import { Term } from '../ui/term.tsx';

/** How to pay for a call, and the limits of that payment. docs/gateway.md has the details. */
export function GatewayGuide() {
  return (
    <div className="flex max-w-prose flex-col gap-4">
      <p>
        A program without a credential can pay per call with <Term name="x402">x402</Term>, in a stablecoin on
        the chain. It sends the same body to the gateway as to the GraphQL API.
      </p>
      <ol className="flex list-decimal flex-col gap-2 pl-5">
        <li>
          <strong>Ask.</strong> Without a payment the answer is 402 and, in <Code>payment-required</Code>, the
          price. A call that cannot run, by its document or its arguments, is refused with 400 before that and
          costs nothing.
        </li>
        <li>
          <strong>Sign.</strong> The wallet signs a transfer of exactly that amount (EIP-3009). It sends no
          transaction and needs no ether.
        </li>
        <li>
          <strong>Send again</strong>, with the signature in <Code>payment-signature</Code>. The mutation runs
          in the name of the wallet that signed; only then is the transfer settled. The receipt comes in{' '}
          <Code>payment-response</Code>.
        </li>
      </ol>
      <p>
        A payment buys one call and grants no rights: a wallet without the right still gets an in-band error,
        and is charged. A call that fails with 4xx or 5xx is not charged. Each wallet has at most one open
        call.
      </p>
      <Notice kind="warning">
        <p className="font-medium">A payment is not a sign-in.</p>
        <p className="mt-1">
          The signature says who is paid, how much and until when. It names neither this service nor the
          mutation. A dishonest seller can name this gateway’s address as the payee, and then spend your
          payment here, on a call of their choice in your name. With <Code>decryptDataKey</Code> they would
          get a key meant for you. Pay from a wallet that has only the rights these calls need, and check the
          payee before you sign.
        </p>
      </Notice>
      <p>
        <Code>docs/gateway.md</Code> in this project’s source lists everything that can go wrong and whether
        it is charged; <Code>examples/agent</Code> is a whole agent with a budget and receipts, built on{' '}
        <Code>packages/client/payment/pay-and-call.ts</Code>.
      </p>
    </div>
  );
}

function Code({ children }: { children: string }) {
  return <code className="font-mono text-[0.925em]">{children}</code>;
}
