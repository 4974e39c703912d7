import { CustomerDocument } from '#generated/operations.ts'
import { DetailScreen, type RecordOfConnection } from '#lists/detail-screen.tsx'
import { AppLink } from '#navigation/app-link.tsx'
import { detailPath, formPath, PATHS } from '#navigation/paths.ts'
import { addressLines } from '#ui/address.ts'
import { Card, Row, Rows } from '#ui/card.tsx'
import { usePartWords, useWords } from '#words/words.tsx'
import { oneCustomerVariables } from './customer-address.ts'
import { RemindersCard } from './reminders-card.tsx'
import { CustomerInvoices, CustomerOwes, type OneCustomer, RemindLink } from './customer-invoices.tsx'

/** One customer: what they owe, how they pay, how to reach them. */
export function CustomerScreen({ connection, id }: RecordOfConnection) {
  const words = usePartWords('customers')
  return (
    <DetailScreen
      connection={connection}
      id={id}
      needs="customer:read"
      document={CustomerDocument}
      variables={oneCustomerVariables(connection, id)}
      pick={({ business }) => business?.customer}
      title={({ name }) => name}
      lede={(customer) => <CustomerOwes customer={customer} />}
      listPath={PATHS.customers}
      texts={words}
    >
      {(found, { business }) => (
        <>
          <p className="actions screen-only">
            <AppLink className="button-plain" to={formPath('customer', found.id)}>
              {words.change}
            </AppLink>
            <RemindLink connection={connection} customerId={found.id} business={business} />
            {business?.open && (
              <AppLink className="button-plain" to={detailPath('statement', found.id)}>
                {words.statement.link}
              </AppLink>
            )}
          </p>
          <div className="columns">
            <div className="column">
              <CustomerInvoices connection={connection} customer={found} business={business} />
            </div>
            <div className="column">
              <CustomerContact customer={found} />
              {business?.open && (
                <RemindersCard connection={connection} customerId={found.id} zone={business.timezone} />
              )}
            </div>
          </div>
        </>
      )}
    </DetailScreen>
  )
}

/** How to reach a customer. */
function CustomerContact(props: { readonly customer: OneCustomer }) {
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
