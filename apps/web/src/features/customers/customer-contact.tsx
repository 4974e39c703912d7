import { addressLines } from '#ui/address.ts'
import { Card } from '#ui/card.tsx'
import { Row, Rows } from '#ui/rows.tsx'
import { usePartWords, useWords } from '#words/words.tsx'
import type { OneCustomer } from './customer-invoices.tsx'

/** How to reach a customer. */
export function CustomerContact(props: { readonly customer: OneCustomer }) {
  const { customer } = props
  const { t, format } = useWords()
  const words = usePartWords('customers')
  const person = [customer.firstName, customer.lastName].filter((part) => part).join(' ')
  const rows = [
    [words.person, person],
    [words.email, customer.email],
    [words.phone, customer.phone],
    [words.mobile, customer.mobile],
    [words.website, customer.website],
  ] as const
  const lines = addressLines(customer.address, format)
  return (
    <Card title={words.contact}>
      {customer.isArchived === true && <p className="note">{words.archived}</p>}
      <Rows>
        {rows
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <Row key={name} name={name}>
              <bdi>{value}</bdi>
            </Row>
          ))}
        <Row name={words.address}>
          {lines.length === 0
            ? t.home.notGiven
            : lines.map((line) => (
                <bdi key={line} className="line">
                  {line}
                </bdi>
              ))}
        </Row>
      </Rows>
    </Card>
  )
}
