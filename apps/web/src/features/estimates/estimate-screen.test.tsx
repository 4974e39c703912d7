import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { FIGURES_CALL, heading, startFakeBff } from '#testing/app-fixture.ts'
import { sampleConnection, signedInSession } from '#testing/samples.ts'

const bff = startFakeBff()
const READS = ['business:read', 'estimate:read', 'customer:read', 'product:read']
const money = (value: string) => ({ value, __typename: 'Money' })
const ESTIMATE = {
  ...{ id: 'E7', estimateNumber: '7', estimateDate: '2026-11-02', dueDate: '2026-12-02', status: 'VIEWED' },
  ...{ poNumber: null, memo: 'By the back door', createdAt: '2026-11-02T10:00:00Z' },
  ...{ lastSentAt: '2026-11-03T02:00:00Z', lastViewedAt: null },
  ...{ pdfUrl: 'https://harbour.example/e/7.pdf', viewUrl: 'https://harbour.example/e/7' },
  ...{ customer: { id: 'C1', name: 'Fern & Co' }, currency: { code: 'CAD' } },
  ...{ subtotal: money('100.00'), discountTotal: money('0.00'), taxTotal: money('0.00') },
  ...{ total: money('100.00'), depositTotal: money('25.00'), amountPaid: money('0.00'), items: [] },
}
const answer = (estimate: object | null) =>
  bff.answers(FIGURES_CALL, { data: { business: { id: 'B', timezone: 'America/Toronto', estimate } } })
const factOf = (name: string) =>
  [...document.querySelectorAll('dt')].find(({ textContent }) => textContent === name)?.nextElementSibling
    ?.textContent

beforeEach(() => {
  bff.session = signedInSession([sampleConnection({ scopes: READS })], { idleEndsAt: null })
})

describe('the estimate page', () => {
  it('shows the customer and the status below the number', async () => {
    answer(ESTIMATE)
    bff.open('/estimates/E7')
    await screen.findByRole('heading', { level: 1, name: 'Estimate 7' })
    const customer = screen.getByRole('link', { name: 'Fern & Co' })
    expect(customer.getAttribute('href')).toBe('/b/northwind/customers/C1')
    expect(customer.parentElement?.textContent).toBe('Fern & Co · Opened')
  })

  it('shows dates in the time zone of the business, and steps that have not happened', async () => {
    answer(ESTIMATE)
    bff.open('/estimates/E7')
    await screen.findByRole('heading', { level: 1, name: 'Estimate 7' })
    // In the time zone of the business it was still the previous evening.
    expect(factOf('Sent')).toBe('2\u00A0Nov\u00A02026')
    expect(factOf('Opened by the customer')).toBe('Not yet')
    expect(factOf('Note')).toBe('By the back door')
  })

  it('shows a deposit only if one was requested, and no empty fields', async () => {
    answer(ESTIMATE)
    bff.open('/estimates/E7')
    await screen.findByRole('heading', { level: 1, name: 'Estimate 7' })
    expect(factOf('Deposit requested')).toContain('25.00')
    expect(factOf('Deposit paid')).toBeUndefined()
    expect(factOf('Order number')).toBeUndefined()
  })

  it('links to the PDF that the customer sees, except for a draft', async () => {
    answer(ESTIMATE)
    const { unmount } = bff.open('/estimates/E7')
    const link = await screen.findByRole('link', { name: 'Open the PDF' })
    expect(link.getAttribute('rel')).toBe('noopener noreferrer')
    unmount()
    answer({ ...ESTIMATE, status: 'DRAFT' })
    bff.open('/estimates/E7')
    await screen.findByRole('heading', { level: 1, name: 'Estimate 7' })
    expect(screen.queryByRole('link', { name: 'Open the PDF' })).toBeNull()
  })

  it('shows no customer and requests none without the permission', async () => {
    const scopes = READS.filter((scope) => scope !== 'customer:read')
    bff.session = signedInSession([sampleConnection({ scopes })], { idleEndsAt: null })
    answer({ ...ESTIMATE, customer: undefined })
    bff.open('/estimates/E7')
    await screen.findByRole('heading', { level: 1, name: 'Estimate 7' })
    expect(within(screen.getByRole('main')).queryByText(/·/)).toBeNull()
    const asked = bff.asked.find(({ name }) => name === 'POST /graphql')
    expect(asked?.body).toMatchObject({ variables: { estimateId: 'E7', withCustomers: false } })
  })

  it('requests the permission, and nothing else, if estimates may not be read', () => {
    bff.session = signedInSession([sampleConnection({ scopes: ['business:read'] })], { idleEndsAt: null })
    bff.open('/estimates/E7')
    expect(heading()).toBe('Estimates')
    expect(bff.count('POST /graphql')).toBe(0)
  })

  it.each([
    ['DRAFT', ['Approve', 'Delete']],
    ['APPROVED', ['Send', 'Mark as accepted', 'Make an invoice', 'Delete']],
    ['ACCEPTED', ['Make an invoice', 'Send', 'Not accepted after all', 'Delete']],
    ['REJECTED', ['Send', 'Mark as accepted', 'Delete']],
    ['EXPIRED', ['Delete']],
    ['CONVERTED', []],
    ['SOMETHING_NEW', []],
  ])('offers these actions in the status %s: %j', async (status, actions) => {
    answer({ ...ESTIMATE, status })
    bff.open('/estimates/E7')
    await screen.findByRole('heading', { level: 1, name: 'Estimate 7' })
    const main = within(screen.getByRole('main'))
    const offered = main.queryAllByRole('button').map(({ textContent }) => textContent)
    expect(offered.filter((name) => name !== 'Copy')).toEqual(actions)
  })

  it('requests all permissions for estimates at once before it makes an invoice', async () => {
    bff.session.optionalScopes.push('estimate:write', 'estimate:send')
    answer({ ...ESTIMATE, status: 'ACCEPTED' })
    bff.open('/estimates/E7')
    fireEvent.click(await screen.findByRole('button', { name: 'Make an invoice' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Invoice estimate 7?' }))
    expect(dialog.getByText(/^For Fern & Co, \$100\. The invoice is a draft/)).toBeDefined()
    fireEvent.click(dialog.getByRole('button', { name: 'Make the invoice' }))
    await dialog.findByRole('heading', { name: 'One more permission' })
    expect(dialog.getByText('Estimates: write, send and invoice')).toBeDefined()
  })
})
