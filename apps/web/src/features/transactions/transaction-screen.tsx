import { TransactionDocument, type TransactionQuery } from '#generated/operations.ts'
import { DetailScreen, type RecordOfConnection } from '#lists/detail-screen.tsx'
import { AppLink } from '#navigation/app-link.tsx'
import { detailPath, PATHS } from '#navigation/paths.ts'
import { LedgerTable } from '#pictures/ledger-table.tsx'
import { Row, Rows } from '#ui/card.tsx'
import { usePartWords, useWords } from '#words/words.tsx'
import { kindName, numberIn, oneTransactionVariables } from './transaction-row.ts'

type Business = NonNullable<TransactionQuery['business']>
type OneTransaction = NonNullable<Business['transaction']>

export function TransactionScreen({ connection, id }: RecordOfConnection) {
  const { format, words } = useWords('transactions')
  return (
    <DetailScreen
      connection={connection}
      id={id}
      needs="transaction:read"
      document={TransactionDocument}
      variables={oneTransactionVariables(connection, id)}
      pick={({ business }) => business?.transaction}
      title={({ description }) => description}
      lede={({ date }) => format.day(date)}
      listPath={PATHS.transactions}
      texts={words}
    >
      {(found, { business }) => (
        <>
          <Facts transaction={found} />
          <Lines lines={found.lines} currency={business?.currency.code ?? ''} />
        </>
      )}
    </DetailScreen>
  )
}

function Facts({ transaction }: { readonly transaction: OneTransaction }) {
  const { description, notes, reverses } = transaction
  const words = usePartWords('transactions')
  const number = numberIn(transaction)
  return (
    <Rows>
      <Row name={words.kind}>
        {kindName(transaction, words)}
        {number !== undefined && (
          <span className="line">
            <AppLink to={`${PATHS.search}?${new URLSearchParams({ q: number }).toString()}`}>
              {words.find(number)}
            </AppLink>
          </span>
        )}
      </Row>
      {reverses !== null && (
        <Row name={words.undoes}>
          <AppLink to={detailPath('transaction', reverses.id)}>{reverses.description || description}</AppLink>
        </Row>
      )}
      {notes !== null && notes !== '' && (
        <Row name={words.notes}>
          <bdi>{notes}</bdi>
        </Row>
      )}
    </Rows>
  )
}

/** Lists the accounts that a transaction changed. Lines of the cash basis alone count the same amounts in another way. */
function Lines({ lines, currency }: Pick<OneTransaction, 'lines'> & { readonly currency: string }) {
  const { format, words } = useWords('transactions')
  const counted = lines.filter(({ basis }) => basis !== 'CASH')
  const amount = (line: OneTransaction['lines'][number], side: 'DEBIT' | 'CREDIT') =>
    line.side === side ? format.amount(line.amountInBusinessCurrency, currency) : ''
  return (
    <section className="card picture">
      <LedgerTable
        table={{
          caption: words.accounts,
          head: [words.accounts, words.debit, words.credit],
          rows: counted.map((line, index) => ({
            key: String(index),
            name: (
              <>
                <AppLink to={detailPath('account', line.account.id)}>
                  <bdi>{line.account.name}</bdi>
                </AppLink>
                {line.description !== null && <bdi className="line note">{line.description}</bdi>}
              </>
            ),
            cells: [amount(line, 'DEBIT'), amount(line, 'CREDIT')],
          })),
        }}
      />
    </section>
  )
}
