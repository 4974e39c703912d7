import { useId } from 'react'
import type { ToDo } from '#figures/to-do.ts'
import { detailPath, PATHS, REMIND_HASH } from '#navigation/paths.ts'
import { useFigures } from '#pictures/figures-context.tsx'
import { SumMoney } from '#pictures/money.tsx'
import { RowsLink } from '#pictures/rows-link.tsx'
import type { PartWords } from '#words/part-words.ts'
import { usePartWords } from '#words/words.tsx'

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

/** Where a thing is done, what it is called, and why it is worth doing. */
export function describeToDo(item: ToDo, words: PartWords['to_do']) {
  switch (item.kind) {
    case 'remind':
      return {
        to: `${detailPath('invoice', item.id)}${REMIND_HASH}`,
        action: words.remind(item.customer),
        reason:
          item.invoices === 1
            ? words.lateOne(item.daysLate)
            : words.late({ count: item.invoices, days: item.daysLate }),
      }
    case 'send':
      return {
        to: detailPath('invoice', item.id),
        action: words.send(item.number),
        reason: item.customer === null ? words.unsent : words.unsentFor(item.customer),
      }
    case 'approve':
      return {
        to: `${PATHS.invoices}?state=draft`,
        action: words.drafts(item.drafts),
        reason: words.draftsCount,
      }
  }
}
