import { type ReactNode, useId } from 'react'

/** Shows a question and its answer: a section with its own heading. */
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

/** Shows names and values, one line each, as on a statement. */
export function Rows(props: { readonly children: ReactNode }) {
  return <dl className="rows">{props.children}</dl>
}

/** @param props.tall Reserves three lines, whether loaded or not, so that the content below does not move. */
export function Row(props: { readonly name: string; readonly tall?: boolean; readonly children: ReactNode }) {
  return (
    <div className={props.tall === true ? 'row row-tall' : 'row'}>
      <dt>{props.name}</dt>
      <dd>{props.children}</dd>
    </div>
  )
}
