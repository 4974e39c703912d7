import type { ReactNode } from 'react'

/** The rows of a picture as a table. */
export interface LedgerRows {
  readonly caption: string
  readonly head: readonly string[]
  readonly rows: readonly LedgerRow[]
  /** The last row, below a double rule. */
  readonly total?: LedgerRow
}

interface LedgerRow {
  readonly key: string
  readonly name: ReactNode
  readonly cells: readonly ReactNode[]
}

/** Shows a picture as a table: names in the first column, amounts in the others. */
export function LedgerTable(props: { readonly table: LedgerRows }) {
  const { caption, head, rows, total } = props.table
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what has no room is reached by scrolling, which takes the focus
    <div className="ledger-scroll" role="group" aria-label={caption} tabIndex={0}>
      <table className="ledger-table">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.key} row={row} />
          ))}
        </tbody>
        {total !== undefined && (
          <tfoot>
            <Row row={total} />
          </tfoot>
        )}
      </table>
    </div>
  )
}

function Row({ row }: { readonly row: LedgerRow }) {
  return (
    <tr>
      <th scope="row">{row.name}</th>
      {row.cells.map((cell, index) => (
        <td key={index}>{cell}</td>
      ))}
    </tr>
  )
}
