import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { caseCount } from '@counterfoil/testkit/sample'
import { startFakeBff } from '#testing/app-fixture.ts'
import { problemAnswer } from '#testing/bff-handlers.ts'
import { sampleConnection, signedInSession } from '#testing/samples.ts'

const bff = startFakeBff()
const READS = ['customer:read', 'product:read', 'invoice:read']
const CUSTOMERS = ['Fern & Co', 'Müller', 'Œuvre du port', 'Ivory Lane Hotel']
const PRODUCTS = ['Fern pots', 'Planting']
const NUMBERS = ['1042', '1043', '42']

interface Asked {
  readonly operationName: string
  readonly variables: Readonly<Record<string, unknown>>
}
const listOf = (names: readonly string[]) => ({
  pageInfo: { totalPages: 1 },
  edges: names.map((name) => ({ node: { id: name, name } })),
})
const invoicesOf = (numbers: readonly string[]) => ({
  edges: numbers.map((number) => ({
    node: {
      ...{ id: number, invoiceNumber: number, invoiceDate: '2026-11-02', currency: { code: 'CAD' } },
      ...{
        status: number === '1043' ? 'SENT' : 'SAVED',
        dueDate: number === '1043' ? '2026-11-19' : '2026-12-02',
      },
      ...{ amountDue: { value: `${number}.00` }, customer: { id: 'c', name: 'Fern & Co' } },
    },
  })),
})

/** Answers like a provider that finds numbers by a part and amounts by the exact value. */
function answer({ operationName, variables }: Asked) {
  if (operationName === 'FoundInvoices') {
    const { number, amount, isAmount } = variables as { number: string; amount: string; isAmount: boolean }
    const due = NUMBERS.filter((each) => Number(each) === Number(amount))
    return {
      numbered: invoicesOf(NUMBERS.filter((each) => each.includes(number))),
      ...(isAmount ? { due: invoicesOf(due) } : {}),
    }
  }
  const { withCustomers, withProducts } = variables
  return {
    ...(withCustomers === true ? { customers: listOf(CUSTOMERS) } : {}),
    ...(withProducts === true ? { products: listOf(PRODUCTS) } : {}),
  }
}

function openAs(scopes: readonly string[], path = '/search'): void {
  bff.session = signedInSession([sampleConnection({ scopes: [...scopes] })], { idleEndsAt: null })
  bff.open(path)
}
const field = () => screen.getByRole('searchbox')
const type = (text: string) => fireEvent.change(field(), { target: { value: text } })
const said = () => document.querySelector('main .note')?.textContent?.trim()
const links = () =>
  [...document.querySelectorAll('main .ledger li')].map((line) => line.querySelector('a')?.textContent)

beforeEach(() =>
  bff.answers('POST /graphql', ({ body }) => ({
    data: {
      business: {
        id: 'b',
        timezone: 'UTC',
        currency: { code: 'CAD', exponent: 2 },
        ...answer(body as Asked),
      },
    },
  })),
)

describe('the search page', () => {
  it('focuses its field, and shows no result before typing', () => {
    openAs(READS)
    expect(document.activeElement).toBe(field())
    expect(said()).toBeUndefined()
  })

  it.each([
    ['"/"', { key: '/' }],
    ['Ctrl-K', { key: 'k', ctrlKey: true }],
    ['Cmd-K', { key: 'k', metaKey: true }],
  ])('is opened by %s, but not while typing in a field', (_name, press) => {
    openAs(READS, '/customers')
    fireEvent.keyDown(screen.getByRole('searchbox'), press)
    expect(location.pathname).toMatch(/customers$/)
    fireEvent.keyDown(document.body, press)
    expect(location.pathname).toMatch(/search$/)
    field().blur()
    fireEvent.keyDown(document.body, press)
    expect(document.activeElement).toBe(field())
  })

  it.each([
    ['fern', ['Fern & Co', 'Fern pots']],
    ['muller', ['Müller']],
    ['oeuvre', ['Œuvre du port']],
    ['hotel', ['Ivory Lane Hotel']],
    ['104', ['Invoice 1042', 'Invoice 1043']],
    ['42', ['Invoice 1042', 'Invoice 42']],
    ['1,043.00', ['Invoice 1043']],
  ])('finds for %j', async (text, found) => {
    openAs(READS)
    type(text)
    await waitFor(() => expect(links()).toEqual(found))
    expect(said()).toBe(`${found.length} found.`)
  })

  it('links an unpaid invoice to its payment form, and a late one to the reminder', async () => {
    openAs(READS, '/search?q=104')
    await waitFor(() => expect(links()).toEqual(['Invoice 1042', 'Invoice 1043']))
    const deeds = screen
      .getAllByRole('link', { name: /^(Remind|Record a payment): / })
      .map((link) => [link.textContent, link.getAttribute('href')?.replace(/^.*\/invoices/, '')])
    expect(deeds).toEqual([
      ['Record a payment', '/1042#pay'],
      ['Remind', '/1043#remind'],
      ['Record a payment', '/1043#pay'],
    ])
  })

  it('finds notes of customers and products, and shows the matching line', async () => {
    const customer = { id: 'c', name: 'Fern & Co', notes: 'Pays by bank\nKey under the Pot' }
    const product = { id: 'p', name: 'Planting', notes: 'With pots' }
    const listed = (node: object) => ({ pageInfo: { totalPages: 1 }, edges: [{ node }] })
    bff.answers('POST /graphql', ({ body }) => ({
      data: {
        business: {
          id: 'b',
          ...((body as Asked).variables['withNotes'] === true && {
            ...{ customers: listed(customer), products: listed(product) },
          }),
        },
      },
    }))
    openAs(['customer:read', 'product:read'], '/search?q=pot')
    await waitFor(() => expect(links()).toEqual(['Fern & Co', 'Planting']))
    expect(screen.getByText('Key under the Pot')).toBeDefined()
    expect(screen.getByText('With pots')).toBeDefined()
    expect(document.body.textContent).not.toContain('Pays by bank')
  })

  it('links to the reminder of late customers only', async () => {
    const late = (name: string, value: string) => ({
      node: { id: name, name, notes: null, overdueAmount: { value } },
    })
    const customers = {
      pageInfo: { totalPages: 1 },
      edges: [late('Fern', '0.00'), late('Fern & Co', '0.05')],
    }
    bff.answers('POST /graphql', { data: { business: { id: 'b', customers } } })
    openAs(['customer:read'], '/search?q=fern')
    await waitFor(() => expect(links()).toHaveLength(2))
    const deeds = screen.getAllByRole('link', { name: /^Remind: / })
    expect(deeds.map((link) => link.getAttribute('href')?.replace(/^.*\/customers/, ''))).toEqual([
      '/Fern%20%26%20Co#remind',
    ])
  })

  it('keeps the search text in the address', async () => {
    openAs(READS, '/search?q=hotel')
    await waitFor(() => expect(links()).toEqual(['Ivory Lane Hotel']))
    type('planting')
    await waitFor(() => expect(location.search).toBe('?q=planting'))
  })

  it('reports no match only for the lists that were searched', async () => {
    const places = {
      customer: 'customers and notes about them',
      product: 'products you sell',
      invoice: 'invoice numbers',
    }
    await fc.assert(
      fc.asyncProperty(
        fc.subarray(['customer', 'product', 'invoice'] as const, { minLength: 1 }),
        fc.constantFrom('zzz', 'zzz9', '77'),
        async (nouns, text) => {
          cleanup()
          openAs(
            nouns.map((noun) => `${noun}:read`),
            `/search?q=${text}`,
          )
          const hasDigit = text !== 'zzz'
          const looked = nouns.filter((noun) => noun !== 'invoice' || hasDigit).map((noun) => places[noun])
          const amounts = nouns.includes('invoice') && text === '77' ? ['amounts due'] : []
          const list = new Intl.ListFormat('en-GB').format([...looked, ...amounts])
          await waitFor(() => expect(said()).toBe(`Nothing found for “${text}” among ${list}.`))
        },
      ),
      { numRuns: caseCount({ all: 60, sampled: 12 }) },
    )
  })

  it('reports a failed search instead of "nothing found"', async () => {
    bff.answers('POST /graphql', problemAnswer('provider-unavailable'))
    openAs(READS, '/search?q=fern')
    await screen.findByText('Harbour isn’t answering')
    expect(said()).not.toContain('Nothing')
  })

  it('does not report ten matches as all if there may be more', async () => {
    bff.answers('POST /graphql', {
      data: {
        business: { id: 'b', customers: listOf(Array.from({ length: 12 }, (_, index) => `Fern ${index}`)) },
      },
    })
    openAs(['customer:read'], '/search?q=fern')
    await waitFor(() => expect(said()).toBe('At least 10 found. Type more to find fewer.'))
    expect(links()).toHaveLength(10)
  })

  it('reports that a name does not exist only after reading every page that could contain it', async () => {
    const WORLD = fc.record({
      pages: fc.integer({ min: 1, max: 4 }),
      /** The page that contains the searched name; 0 if none does. */
      holds: fc.integer({ min: 0, max: 4 }),
      failing: fc.integer({ min: 2, max: 5 }),
    })
    await fc.assert(
      fc.asyncProperty(WORLD, async ({ pages, holds, failing }) => {
        cleanup()
        let isMended = false
        const read = new Set<number>()
        bff.answers('POST /graphql', ({ body }) => {
          const page = Number((body as Asked).variables['page'])
          if (page === failing && !isMended) return problemAnswer('provider-unavailable')
          if (page <= pages) read.add(page)
          const names = [`a${page}`, ...(page === holds ? ['the zed'] : [])]
          const customers = { ...listOf(names), pageInfo: { totalPages: pages } }
          return { data: { business: { id: 'b', customers } } }
        })
        const heard = new Set<string>()
        const watch = new MutationObserver(() => heard.add(said() ?? ''))
        watch.observe(document.body, { childList: true, subtree: true, characterData: true })
        openAs(['customer:read'], '/search?q=zed')
        const isThere = holds > 0 && holds <= pages
        const none = 'Nothing found for “zed” among customers and notes about them.'
        const isAsked = () => screen.queryByText(/^Not all names could be read/) !== null
        await waitFor(() => expect(isAsked() || /found/.test(said() ?? '')).toBe(true))
        if (said() === none) expect([read.size, isThere]).toEqual([pages, false])
        if (isAsked()) {
          expect(heard).not.toContain(none)
          isMended = true
          fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
        }
        await waitFor(() => expect(said()).toBe(isThere ? '1 found.' : none))
        if (isThere) expect(heard).not.toContain(none)
        watch.disconnect()
      }),
      { numRuns: caseCount({ all: 100, sampled: 20 }) },
    )
  })
})
