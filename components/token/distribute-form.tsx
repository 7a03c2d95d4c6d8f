'use client';
import { formatAmount } from '@labroom/protocol/token-amount';
import { type ChangeEvent, useState } from 'react';
import { usePublicConfig } from '#lib/config/public-config.tsx';
import { useRead } from '#lib/reading/use-read.ts';
import { type DistributionRow, parseDistribution } from '#lib/tokenize/distribution.ts';
import { walletRuntime } from '#lib/wallet/wallet-store.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { TextareaField } from '../ui/labelled-fields.tsx';
import { Notice } from '../ui/notice.tsx';
import { AddPerson } from './add-person.tsx';
import { ReviewDistribution } from './review-distribution.tsx';
import type { TransferFormProps } from './transfer-form.ts';

/** More text than 200 rows need. */
const maxCharacters = 40_000;
const shownProblems = 10;

/** Sends tokens to many addresses in one transaction. */
export function DistributeForm({ token, wallet, sender, senderChoice, onSent, onClose }: TransferFormProps) {
  const { symbol, decimals } = token;
  const [text, setText] = useState('');
  const [isChecked, setChecked] = useState(false);
  const [review, setReview] = useState<{ rows: DistributionRow[]; total: bigint } | null>(null);
  const support = useRead({
    key: ['batch', wallet],
    read: async () => (await walletRuntime()).canSendBatch(),
  });
  const { chainId } = usePublicConfig();
  const rules = { decimals, balance: sender.balance, token: token.address, sender: sender.address };
  const { rows, total, problems } = parseDistribution(text.slice(0, maxCharacters), rules);

  function change(next: string) {
    setText(next);
    setChecked(false);
  }

  async function readFile({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    // The same file can be chosen again after it was corrected.
    if (file) change(await file.slice(0, maxCharacters).text());
    target.value = '';
  }

  if (review) {
    return (
      <ReviewDistribution
        key={chainId}
        token={token}
        sender={sender}
        {...review}
        onSent={onSent}
        onBack={() => setReview(null)}
      />
    );
  }
  return (
    <form
      className="flex flex-col gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (problems.length === 0 && support.data) setReview({ rows, total });
      }}
    >
      {support.data === false && (
        <Notice kind="warning">
          This wallet cannot send several transfers in one transaction. Connect one that can, for example a
          smart account of MetaMask, Base or Safe, or use “Send” for each address.
        </Notice>
      )}
      {senderChoice}
      <TextareaField
        label="Recipients"
        hint="One line for each: address and amount, separated by a comma, a tab or a space."
        rows={8}
        value={text}
        maxLength={maxCharacters}
        spellCheck={false}
        autoComplete="off"
        placeholder={'0x…, 100\n0x…, 25.5'}
        className="font-mono text-xs"
        onValue={change}
      />
      <AddPerson
        onAdd={(address) => change(`${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${address}, `)}
      />
      {isChecked && problems.length > 0 && (
        <div role="alert" className="text-sm text-bad">
          <ul>
            {problems.slice(0, shownProblems).map(({ line, sentence }) => (
              <li key={`${line}:${sentence}`}>{line === null ? sentence : `Line ${line}: ${sentence}`}</li>
            ))}
          </ul>
          {problems.length > shownProblems && <p>And {problems.length - shownProblems} more.</p>}
        </div>
      )}
      <p className="tabular text-sm" aria-live="polite">
        {rows.length} {rows.length === 1 ? 'recipient' : 'recipients'}, {formatAmount(total, decimals)}{' '}
        <bdi>{symbol}</bdi> together
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <label className={`${buttonClass('secondary')} cursor-pointer has-focus-visible:outline-2`}>
          Open a CSV file
          <input
            type="file"
            accept=".csv,.tsv,.txt,text/csv,text/plain"
            className="sr-only"
            onChange={readFile}
          />
        </label>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" disabled={!support.data}>
          Review
        </Button>
      </div>
    </form>
  );
}
