import { useId, type ReactNode } from 'react'

/** One question and its answer: a section with a heading of its own. */
export function Card(props: {
  readonly title: string
  readonly note?: ReactNode
  readonly variant?: 'stub'
  readonly children: ReactNode
  readonly busy?: boolean
}) {
  const id = useId()
  return (
    <section
      className={props.variant === 'stub' ? 'card stub' : 'card'}
      aria-labelledby={id}
      aria-busy={props.busy ?? false}
    >
      <h2 id={id}>{props.title}</h2>
      {props.note !== undefined && <p className="note">{props.note}</p>}
      {props.children}
    </section>
  )
}
