type WayName = 'ours' | 'yoga' | 'memory' | 'postgraphile'

export type Call = { readonly path: string; readonly body: string }

/** One call, as a document for each server that can answer it. */
type Case = {
  readonly name: string
  readonly requests: { readonly ours: Call } & { readonly [Way in WayName]?: Call | undefined }
}

/** Returns the calls about the business with these books. */
export function casesOf(businessId: string): readonly Case[] {
  const alike = (query: string, variables: object = {}) => {
    const call = { path: '/graphql/public', body: JSON.stringify({ query, variables }) }
    return { ours: call, yoga: call, memory: call }
  }
  const toTables = (query: string) => ({ path: '/graphql', body: JSON.stringify({ query }) })
  const [to, from] = [0, 365].map((daysAgo) =>
    new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10),
  )
  return [
    { name: 'the current user', requests: alike('{ user { id defaultEmail } }') },
    {
      name: '45 invoices with items and customer',
      requests: {
        ...alike(`{ business(id: "${businessId}") { invoices(page: 1, pageSize: 45) { edges { node {
          id invoiceNumber status customer { id name }
          items { quantity unitPrice description subtotal { value } } } } } } }`),
        postgraphile: toTables(`{ invoices: allInvoices(condition: { businessId: "${businessId}" }, first: 45,
          orderBy: PRIMARY_KEY_DESC) { edges { node {
          id invoiceNumber status: state customer: customerByBusinessIdAndCustomerId { id name }
          items: invoiceItemsByBusinessIdAndInvoiceId(orderBy: PRIMARY_KEY_ASC) { nodes {
            quantity unitPrice description subtotal } } } } } }`),
      },
    },
    {
      name: 'an invoice is written and approved',
      requests: alike(
        `mutation ($input: InvoiceCreateInput!) { invoiceCreate(input: $input) { didSucceed inputErrors { code }
          invoice { id invoiceNumber total { value } } } }`,
        { input: { businessId, customerId: '7', status: 'SAVED', items: [{ productId: '1' }] } },
      ),
    },
    {
      name: 'profit and loss of a year, by month',
      requests: alike(`{ business(id: "${businessId}") { profitAndLoss(from: "${from}", to: "${to}") {
        netProfit income expenses months { income expenses incomeLines { amount account { name } } } } } }`),
    },
  ]
}
