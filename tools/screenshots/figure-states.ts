import type { Browser, BrowserContextOptions, Page } from 'playwright'
import type { GraphqlRequest } from '@counterfoil/testkit/fake-endpoints'
import type { FakeProvider } from '@counterfoil/testkit/fake-provider'
import { startScriptedStack } from '@counterfoil/testkit/scripted-stack'

/** States of the home page that no seeded business has, each with a fake provider that causes it. */

const DAY_MS = 86_400_000
const page = (nodes: readonly object[]) => ({
  pageInfo: { totalCount: nodes.length, totalPages: 1 },
  edges: nodes.map((node) => ({ node })),
})
const dayAt = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

const BUSINESS = { name: 'Fern & Co', timezone: 'UTC', currency: { code: 'CAD', exponent: 2 } }
const EMPTY = {
  ...BUSINESS,
  accounts: page([]),
  cash: { opening: '0.00', days: [] },
  profit: { basis: 'ACCRUAL', months: [] },
  ...{ transactions: page([]), onUtcDay: page([]), onDayAfter: page([]) },
  ...{ open: page([]), overpaid: page([]), drafts: page([]), invoices: page([]) },
}

/** Returns the books of a business that is eight days old. */
function youngBooks(): object {
  const [first, later] = [dayAt(-8), dayAt(-3)]
  const nothing = { received: '0.00', spent: '0.00', moved: '0.00' }
  const invoice = (id: string, minor: string, dueDate: string) => ({
    ...{ id, invoiceNumber: id, status: dueDate < dayAt(0) ? 'OVERDUE' : 'SENT', dueDate },
    ...{ currency: { code: 'CAD' }, amountDue: { minorUnitValue: minor } },
    customer: { id: `c${id}`, name: `Customer ${id}` },
  })
  return {
    ...EMPTY,
    accounts: page([
      { id: 'a', name: 'Everyday', isArchived: false, balanceInBusinessCurrency: '3200.00' },
      { id: 'b', name: 'Savings', isArchived: false, balanceInBusinessCurrency: '1500.00' },
    ]),
    cash: {
      opening: '0.00',
      days: [
        { ...nothing, date: first, received: '5000.00', balance: '5000.00' },
        { ...nothing, date: later, spent: '300.00', balance: '4700.00' },
      ],
    },
    profit: {
      basis: 'ACCRUAL',
      months: [
        {
          month: `${later.slice(0, 7)}-01`,
          ...{ income: '5640.00', costOfGoodsSold: '0.00', expenses: '300.00' },
        },
      ],
    },
    transactions: page([{}, {}]),
    open: page([invoice('101', '24000', dayAt(-2)), invoice('102', '40000', dayAt(12))]),
    invoices: page([{}, {}]),
  }
}

function answer({ query, grant }: GraphqlRequest, books: object) {
  if (query.includes('business(')) return { data: { business: { ...books, id: grant.businessId } } }
  const names = { firstName: 'Robin', lastName: 'Vale', createdAt: '2026-01-02T03:04:05.000Z' }
  return { data: { user: { id: grant.userId, defaultEmail: grant.email, ...names } } }
}

const FAULT = {
  message: 'Something went wrong.',
  path: ['business', 'profit'],
  extensions: { code: 'INTERNAL_SERVER_ERROR' },
}

interface FigureState {
  readonly name: string
  readonly before: (provider: FakeProvider) => void
  /** Changes the provider after the first view of the home. */
  readonly after?: (provider: FakeProvider) => void
  readonly onPage?: (shown: Page) => Promise<void>
}

const answers = (books: object) => (provider: FakeProvider) =>
  provider.onGraphql((request) => answer(request, books))

const STATES: readonly FigureState[] = [
  { name: 'young', before: answers(youngBooks()) },
  {
    name: 'empty-with-sample',
    before: answers(EMPTY),
    onPage: async (shown) => {
      await shown
        .locator('main section button[aria-expanded=false], main button.button-quiet')
        .first()
        .click()
      await shown.locator('.picture').first().waitFor()
    },
  },
  {
    name: 'partial',
    before: (provider) =>
      provider.onGraphql((request) => ({
        ...answer(request, { ...youngBooks(), profit: null }),
        ...(request.query.includes('profitAndLoss') ? { errors: [FAULT] } : {}),
      })),
  },
  {
    name: 'stale',
    before: answers(youngBooks()),
    after: (provider) => provider.always('graphql', { kind: 'answer', status: 503, body: '' }),
  },
  {
    name: 'frozen',
    before: answers(youngBooks()),
    after: (provider) => provider.setPlanEnded(true),
  },
]

/**
 * Opens the home page in each state, each in a new browser context, and calls `take`.
 *
 * @param about.take Receives the name, such as `home-young` or `home-frozen`.
 */
export async function showFigureStates(
  browser: Browser,
  about: {
    readonly context: BrowserContextOptions
    readonly take: (shown: Page, name: string) => Promise<unknown>
  },
): Promise<void> {
  const stack = await startScriptedStack()
  try {
    for (const state of STATES) {
      const { provider } = stack
      provider.always('graphql')
      provider.person({
        userId: btoa(`User:${crypto.randomUUID()}`),
        email: 'robin@harbour.example',
        businessId: btoa(`Business:${crypto.randomUUID()}`),
        businessName: BUSINESS.name,
      })
      state.before(provider)
      const context = await browser.newContext({ ...about.context, baseURL: stack.appUrl })
      const shown = await context.newPage()
      await shown.goto('/')
      await shown.locator('main form[action$="/connect/start"] button').first().click()
      await shown.waitForURL(/[?&]result=/)
      await shown.goto('/')
      await shown.waitForLoadState('networkidle')
      if (state.after !== undefined) {
        state.after(provider)
        await shown.goto('/')
        await shown.waitForLoadState('networkidle')
      }
      await state.onPage?.(shown)
      await about.take(shown, `home-${state.name}`)
      await context.close()
    }
  } finally {
    await stack.close()
  }
}
