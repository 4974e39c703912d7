import { useId } from 'react'
import type { ToDo } from '#figures/to-do.ts'
import { useFigures } from '#pictures/figures-context.tsx'
import { SumMoney } from '#pictures/money.tsx'
import { RowsLink } from '#pictures/rows-link.tsx'
import { usePartWords } from '#words/words.tsx'
import { describeToDo } from './describe-to-do.ts'

/** What can be done today, each with its reason and one press away. */
export function ToDoCard({ items }: { readonly items: readonly ToDo[] }) {
  const words = usePartWords('to_do')
  const { connectionKey } = useFigures()
  const id = useId()
  return (
    <section className="card" aria-labelledby={id} data-of={connectionKey}>
      <h2 id={id}>{words.title}</h2>
      {items.length === 0 && <p>{words.nothing}</p>}
      <ul className="ledger">
        {items.map((item) => {
          const { to, action, reason } = describeToDo(item, words)
          return (
            <li key={`${item.kind} ${to}`}>
              <span>
                <RowsLink to={to} text={action} heard={reason} />
                <span className="line note">{reason}</span>
              </span>
              {'amount' in item && <SumMoney sum={item.amount} isAbout={item.isAbout} />}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
