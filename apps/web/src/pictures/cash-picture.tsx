import type { AccountBalance, CashByAccount, CashLine } from '#figures/cash-line.ts'
import { Rich } from '#ui/rich.tsx'
import { useWords } from '#words/words.tsx'
import { CashLinePicture } from './cash-line-picture.tsx'
import { Block, createScale, Drawing } from './drawing.tsx'
import { useFigures } from './figures-context.tsx'
import { Money } from './money.tsx'
import { Picture, UnavailablePicture } from './picture.tsx'
import { useSumText } from './use-sum-text.ts'

/** Shows P1: the cash balance and how it developed. */
export function CashPicture({ model }: { readonly model: CashLine }) {
  const { cash } = useWords().t.overview
  switch (model.form) {
    case 'unavailable':
      return <UnavailablePicture name="cash" title={cash.title} why={model.why} />
    case 'empty':
      return <Picture name="cash" title={cash.title} sentence={cash.empty} facts={model} />
    case 'accounts':
      return <ByAccount model={model} />
    case 'full':
      return <CashLinePicture model={model} />
  }
}

function ByAccount({ model }: { readonly model: CashByAccount }) {
  const { provider } = useFigures()
  const { cash } = useWords().t.overview
  const end = { minor: model.endMinor, atLeast: model.partial }
  const { text: amount } = useSumText([end])(end)
  const whys: Readonly<Record<CashByAccount['why'], string>> = {
    young: cash.young,
    differs: cash.differs,
    not_offered: cash.notOffered(provider),
    not_allowed: cash.notAllowed,
    failed: cash.failed,
    refused: cash.refused,
  }
  return (
    <Picture
      name="cash"
      title={cash.title}
      sentence={<Rich text={`${cash.now(amount)} ${whys[model.why]}`} />}
      facts={model}
    >
      <AccountBars accounts={model.accounts} total={model.endMinor} />
    </Picture>
  )
}

/** Shows the balance of each account today as bars from zero, with the total under a double rule. */
function AccountBars(props: { readonly accounts: readonly AccountBalance[]; readonly total: number }) {
  const { cash } = useWords().t.overview
  const scale = createScale(props.accounts.map(({ minor }) => minor ?? 0))
  // The scale grows upwards, but these bars grow to the right.
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
