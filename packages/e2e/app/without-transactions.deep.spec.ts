import type { GraphqlRequest } from '@counterfoil/testkit/fake-endpoints'
import { connectScripted, expect, goodAnswer, test } from '../scripted.ts'
import { businessWith, list } from './figures.ts'
import { expectAccessible } from './accessibility.ts'

test.use({ bffSettings: { BFF_PROVIDER_FEATURES: 'none' } })

const DAY_MS = 86_400_000
const day = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
const account = (id: string, type: string, normal: 'CREDIT' | 'DEBIT', balance: string) => ({
  ...{ id, name: `Account ${id}`, isArchived: false, type: { value: type } },
  ...{ normalBalanceType: normal, balanceInBusinessCurrency: balance },
})
const PAID = ['p1', 'p2', 'p3'].map((id) => ({ id, status: 'PAID', currency: { code: 'CAD' } }))
const PAYMENTS: Readonly<Record<string, readonly object[]>> = {
  p1: [{ amount: '250.00', paymentDate: day(0), active: true, createdAt: `${day(0)}T00:00:00Z` }],
  p2: [
    { amount: '100.00', paymentDate: day(-40), active: true, createdAt: `${day(-40)}T00:00:00Z` },
    { amount: '-30.00', paymentDate: day(0), active: true, createdAt: `${day(0)}T00:00:00Z` },
  ],
  p3: [{ amount: '999.00', paymentDate: day(0), active: false, createdAt: `${day(0)}T00:00:00Z` }],
}

const ACCOUNTS = [
  account('bank', 'ASSET', 'DEBIT', '620.00'),
  account('card', 'LIABILITY', 'CREDIT', '120.00'),
  account('own', 'EQUITY', 'CREDIT', '500.00'),
]

/** Answers for a business of a provider with accounts and invoices, but without transactions. */
function answer(request: GraphqlRequest) {
  if (request.query.includes('query PaymentsOfInvoices')) {
    const asked = Object.entries(Object(request.variables)).flatMap(([name, id]) =>
      /^i\d+$/.test(name) ? [[name, { id, payments: PAYMENTS[String(id)] ?? [] }]] : [],
    )
    return goodAnswer(request, Object.fromEntries(asked))
  }
  return goodAnswer(request, {
    ...businessWith(620),
    ...(request.query.includes('query MorePictures') ? { accounts: list(ACCOUNTS) } : {}),
    ...{ timezone: 'UTC', cash: undefined, profit: undefined, transactions: undefined },
    ...{ changed: list([]), year: list([]) },
    chart: list(ACCOUNTS),
    paid: list(PAID),
  })
}

test('an overview without transactions begins with open invoices, shows money in from invoices, and names what the rest needs', async ({
  page,
  provider,
}, info) => {
  const asked: string[] = []
  provider.onGraphql((request) => {
    asked.push(/query (\w+)/.exec(request.query)?.[1] ?? '')
    return answer(request)
  })
  await connectScripted(page)
  await page.goto('/')
  const pictures = page.locator('.pictures > .picture')
  await expect(pictures.locator('h2')).toHaveText([
    'Who owes you',
    'Coming up',
    'Money in from invoices',
    'Assets and debts',
    'Cash',
    'Profit by month',
  ])
  await expect(page.locator('.lede')).toHaveText('You have $620. $40 is owed to you, $40 of it late.')
  const answerOf = (name: string) =>
    page.getByRole('region', { name, exact: true }).locator('.picture-answer')
  await expect(answerOf('Who owes you')).toContainText('$40 is late')
  // 250 received and 30 refunded; a deleted payment does not count.
  await expect(answerOf('Money in from invoices')).toHaveText(
    /^In \w+ so far, \$220 came in\. Harbour doesn’t say what went out\.$/,
  )
  await expect(page.getByText('From 3 payments, read at')).toBeVisible()
  await expect(answerOf('Assets and debts')).toContainText('$500')
  await expect(answerOf('Cash')).toHaveText(
    'You have $620. A line needs earlier days, which Harbour doesn’t offer.',
  )
  await expect(answerOf('Profit by month')).toHaveText(
    'Profit needs what was spent as well as what was earned, and Harbour doesn’t offer it.',
  )
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Transactions' })).toHaveCount(0)
  expect(asked).not.toContain('Overview')
  await expectAccessible(page, info, 'without-transactions')

  // Late invoices are one press away.
  await page.getByRole('link', { name: '$40: late invoices' }).first().click()
  await expect(page).toHaveURL(/\/invoices\?state=late$/)
})
