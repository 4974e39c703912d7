import { type ComponentProps, useId, useState } from 'react'
import { addDays } from '#figures/day.ts'
import type { ToDo } from '#figures/to-do.ts'
import type { ScreenParts } from '#navigation/lazy-parts.tsx'
import { useFigures } from '#pictures/figures-context.tsx'
import { SumMoney } from '#pictures/money.tsx'
import { RowsLink } from '#pictures/rows-link.tsx'
import { Button } from '#ui/action-button.tsx'
import { usePartWords } from '#words/words.tsx'
import { describeToDo } from './describe-to-do.ts'

export function ToDoCard(props: ComponentProps<ScreenParts['to_do']>) {
  const { items } = props
  const words = usePartWords('to_do')
  const { connectionKey } = useFigures()
  const id = useId()
  return (
    <section className="card" aria-labelledby={id} data-of={connectionKey}>
      <h2 id={id}>{words.title}</h2>
      {items.length === 0 && <p>{words.nothing}</p>}
      <ul className="ledger">
        {items.map((item) => (
          <Item key={item.key} {...props} item={item} />
        ))}
      </ul>
    </section>
  )
}

/** Shows one thing to do. It keeps its place when it is put off, so that nothing below moves. */
function Item(props: Omit<ComponentProps<ScreenParts['to_do']>, 'items'> & { readonly item: ToDo }) {
  const { item, today } = props
  const words = usePartWords('to_do')
  const [state, setState] = useState<'shown' | 'off' | 'failed'>('shown')
  const { to, action, reason } = describeToDo(item, words)
  const isOff = state === 'off'
  const press = () => {
    setState(isOff ? 'shown' : 'off')
    props
      .putOff({ key: item.key, until: isOff ? null : addDays(today, 1) })
      .catch(() => setState(isOff ? 'off' : 'failed'))
  }
  return (
    <li className={isOff ? 'frozen' : undefined}>
      <span>
        <RowsLink to={to} text={action} heard={reason} />
        <span className="note in-place">
          <span aria-hidden={state !== 'shown' || undefined}>{reason}</span>
          <span role="status">{isOff ? words.tomorrow : state === 'failed' && words.notSaved}</span>
        </span>
      </span>
      {'amount' in item && (
        <span className="amount">
          <SumMoney sum={item.amount} isAbout={item.isAbout} />
        </span>
      )}
      <Button
        variant="quiet"
        aria-label={`${isOff ? words.undo : words.notToday}: ${action}`}
        onClick={press}
      >
        {isOff ? words.undo : words.notToday}
      </Button>
    </li>
  )
}
