import type { ReactNode } from 'react'

/** Names and values, one line each, as on a statement. */
export function Rows(props: { readonly children: ReactNode }) {
  return <dl className="rows">{props.children}</dl>
}

/** @param props.tall Has room for three lines, whether they are there or on their way: nothing below it moves. */
export function Row(props: { readonly name: string; readonly tall?: boolean; readonly children: ReactNode }) {
  return (
    <div className={props.tall === true ? 'row row-tall' : 'row'}>
      <dt>{props.name}</dt>
      <dd>{props.children}</dd>
    </div>
  )
}
