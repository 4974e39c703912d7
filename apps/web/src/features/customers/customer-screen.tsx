import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { CustomerDocument, type CustomerQuery } from '#gql/operations.ts'
import { DetailScreen } from '#lists/detail-screen.tsx'
import { OneThing, useThing } from '#lists/one-thing.tsx'
import { AppLink } from '#navigation/app-link.tsx'
import { detailPath, PATHS } from '#navigation/paths.ts'
import { Card } from '#ui/card.tsx'
import { Rich } from '#ui/rich.tsx'
import { Row, Rows } from '#ui/rows.tsx'
import { formPath } from '#navigation/form-paths.ts'
import { usePartWords, useWords } from '#words/words.tsx'
import { oneCustomerVariables } from './customer-address.ts'
import { CustomerHabit } from './customer-habit.tsx'

type Business = NonNullable<CustomerQuery['business']>
type OneCustomer = NonNullable<Business['customer']>

const NEEDS = 'customer:read'

/** One customer: what they owe, how they pay, how to reach them. */
export function CustomerScreen(props: { readonly connection: ConnectionView; readonly id: string }) {
  return <OneThing {...props} Content={Customer} />
}

function Customer(props: { readonly connection: ConnectionView; readonly id: string }) {
  const { connection, id } = props
  const words = usePartWords('customers')
  const read = useThing(CustomerDocument, oneCustomerVariables(connection, id), {
    connection,
    needs: NEEDS,
  })
  const business = read.data?.business
  const customer = business?.customer
  return (
    <DetailScreen
      connection={connection}
      needs={NEEDS}
      read={read}
      thing={customer}
      title={customer?.name}
      lede={customer ? <Owed customer={customer} /> : undefined}
      listPath={PATHS.customers}
      texts={words}
    >
      {(found: OneCustomer) => (
        <>
          <p className="actions screen-only">
            <AppLink className="button-plain" to={formPath('customer', found.id)}>
              {words.change}
            </AppLink>
          </p>
          <div className="columns">
            <div className="column">
              {business?.open && <OpenInvoices open={business.open} customerId={found.id} />}
              {business?.paid && (
                <CustomerHabit connection={connection} customer={found} paid={business.paid} />
              )}
            </div>
            <div className="column">
              <Contact customer={found} />
            </div>
          </div>
        </>
      )}
    </DetailScreen>
  )
}

function Owed(props: { readonly customer: OneCustomer }) {
  const { outstandingAmount, overdueAmount } = props.customer
  const { format } = useWords()
  const words = usePartWords('customers')
  const amount = (value: string) => format.amount(value, outstandingAmount.currency.code)
  if (!/[1-9]/.test(outstandingAmount.value)) return words.owesNothing
  return (
    <Rich
      text={
        /[1-9]/.test(overdueAmount.value)
          ? words.owesLate(amount(outstandingAmount.value), amount(overdueAmount.value))
          : words.owes(amount(outstandingAmount.value))
      }
    />
  )
}

function OpenInvoices(props: { readonly open: NonNullable<Business['open']>; readonly customerId: string }) {
  const { format } = useWords()
  const words = usePartWords('customers')
  const rows = props.open.edges.map(({ node }) => node).filter((node) => node !== null)
  return (
    <Card title={words.open}>
      {rows.length === 0 && <p className="muted">{words.noneOpen}</p>}
      <ul className="entries">
        {rows.map(({ id, invoiceNumber, dueDate, amountDue }) => (
          <li key={id}>
            <AppLink to={detailPath('invoice', id)}>
              <bdi>{invoiceNumber}</bdi>
            </AppLink>
            <span className="muted">{format.day(dueDate)}</span>
            <span className="amount">{format.amount(amountDue.value, amountDue.currency.code)}</span>
          </li>
        ))}
      </ul>
      <p>
        <AppLink to={`${PATHS.invoices}?customer=${encodeURIComponent(props.customerId)}`}>
          {words.seeAll}
        </AppLink>
      </p>
    </Card>
  )
}

function Contact(props: { readonly customer: OneCustomer }) {
  const { customer } = props
  const { t } = useWords()
  const words = usePartWords('customers')
  const person = [customer.firstName, customer.lastName].filter((part) => part).join(' ')
  const rows = [
    [words.person, person],
    [words.email, customer.email],
    [words.phone, customer.phone],
    [words.mobile, customer.mobile],
    [words.website, customer.website],
  ] as const
  const { address } = customer
  const lines = [
    address?.addressLine1,
    address?.addressLine2,
    [address?.postalCode, address?.city].filter((part) => part).join(' '),
    [address?.province?.name, address?.country?.name].filter((part) => part).join(', '),
  ].filter((line) => line)
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
