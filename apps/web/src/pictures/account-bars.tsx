import type { AccountBalance } from '#figures/cash-line.ts'
import { Block, Drawing } from './drawing.tsx'
import { Money } from './money.tsx'
import { createScale } from './scale.ts'
import { useWords } from '#words/words.tsx'

/** What is on each account today, as bars from nothing, with the total under a double rule. */
export function AccountBars(props: { readonly accounts: readonly AccountBalance[]; readonly total: number }) {
  const { cash } = useWords().t.overview
  const scale = createScale(props.accounts.map(({ minor }) => minor ?? 0))
  // The scale grows upwards, these bars to the right.
  const across = (minor: number) => 1 - scale.y(minor)
  return (
    <ul className="ledger">
      {props.accounts.map(({ id, name, minor }) => (
        <li key={id} className="account-bar">
          <span>{name}</span>
          <Drawing>
            {minor !== null && (
              <Block
                className="fill-cash"
                left={Math.min(across(0), across(minor))}
                right={Math.max(across(0), across(minor))}
                top={0}
                bottom={1}
              />
            )}
          </Drawing>
          <Money minor={minor} />
        </li>
      ))}
      <li className="total">
        <span>{cash.total}</span>
        <Money minor={props.total} />
      </li>
    </ul>
  )
}
