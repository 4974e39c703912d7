import type { ReactNode } from 'react'

/** Names and values, one line each, as on a statement. */
export function Rows(props: { readonly children: ReactNode }) {
  return <dl className="rows">{props.children}</dl>
}

export function Row(props: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="row">
      <dt>{props.name}</dt>
      <dd>{props.children}</dd>
    </div>
  )
}
