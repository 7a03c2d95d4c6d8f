import { buttonClass } from '../ui/button.tsx';
import { Input } from '../ui/input.tsx';

/** Form to choose the wallet whose onchain activity is shown. */
export function WalletForm({ show, wallet }: { show: string; wallet: string | undefined }) {
  return (
    <form action="/activity" method="get" className="flex max-w-xl gap-2">
      <input type="hidden" name="show" value={show} />
      <Input
        name="wallet"
        defaultValue={wallet}
        required
        pattern="\s*0x[0-9a-fA-F]{40}\s*"
        title="0x and 40 hexadecimal digits"
        aria-label="Wallet or contract address"
        placeholder="0x…"
        autoComplete="off"
        spellCheck={false}
        className="font-mono"
      />
      <button type="submit" className={buttonClass('secondary')}>
        Look up
      </button>
    </form>
  );
}
