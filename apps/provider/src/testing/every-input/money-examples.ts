import type { Examples, Maker, Things } from './make-things.ts'

const transaction = async (make: Maker) => ({
  anchor: { accountId: await make('Account'), amount: '11.30', direction: 'DEPOSIT' },
  date: '2026-11-20',
  description: 'Takings',
  externalId: 'E-#',
  lineItems: [
    {
      accountId: await make('Account', { subtype: 'INCOME' }),
      amount: '10.00',
      balance: 'INCREASE',
      customerId: await make('Customer'),
      description: 'Boards',
      taxes: [{ amount: '1.30', salesTaxId: await make('SalesTax') }],
    },
  ],
  notes: 'In coins',
})

export const MONEY_EXAMPLES: Examples = {
  moneyDepositTransactionCreate: async ({ business, select }, make) => {
    const salesTaxId = await make('SalesTax')
    const { abbreviation } = (await select(`salesTax(id: "${salesTaxId}") { abbreviation }`)).salesTax
    return {
      businessId: business.id,
      createdAt: '2026-11-20T08:00:00.000Z',
      date: '2026-11-20',
      deposit: { accountId: await make('Account'), amount: 11.3 },
      description: 'Takings',
      externalId: 'E-#',
      fees: [{ accountId: await make('Account', { subtype: 'PAYMENT_PROCESSING_FEES' }), amount: 1 }],
      lineItems: [
        {
          accountId: await make('Account', { subtype: 'INCOME' }),
          amount: 11,
          customerId: await make('Customer'),
          taxes: [{ abbreviation, amount: 1.3 }],
        },
      ],
      notes: 'In coins',
      origin: 'MANUAL',
    }
  },
  moneyTransactionCreate: async ({ business }, make) => ({
    ...(await transaction(make)),
    businessId: business.id,
  }),
  moneyTransactionsCreate: async ({ business }, make) => ({
    businessId: business.id,
    transactions: [await transaction(make)],
  }),
}

export const MONEY_THINGS: Things = {
  async Transaction({ business, change }, _, make) {
    const input = { ...(await transaction(make)), businessId: business.id }
    return (await change('moneyTransactionCreate', input, 'transaction { id }')).transaction.id
  },
}
