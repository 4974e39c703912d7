import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { FIGURES_CALL, startFakeBff } from '#testing/app-fixture.ts'
import { sampleConnection, signedInSession } from '#testing/samples.ts'
import { numberIn } from './transaction-row.ts'

const bff = startFakeBff()
const line = (name: string, side: 'DEBIT' | 'CREDIT', basis = 'ALL') => ({
  ...{ amountInBusinessCurrency: '105.00', side, basis, description: null, account: { id: name, name } },
})
const TRANSACTION = {
  ...{
    id: 'T1',
    date: '2026-11-02',
    description: 'Invoice TK-7',
    kind: 'INVOICE',
    notes: null,
    reverses: null,
  },
  lines: [line('Accounts receivable', 'DEBIT'), line('Sales', 'CREDIT'), line('Till', 'DEBIT', 'CASH')],
}
const answer = (transaction: object | null) =>
  bff.answers(FIGURES_CALL, {
    data: { business: { id: 'B', currency: { code: 'CAD' }, transaction } },
  })

beforeEach(() => {
  const connection = sampleConnection({ scopes: ['transaction:read', 'account:read'] })
  bff.session = signedInSession([connection], { idleEndsAt: null })
  bff.open('/transactions/T1')
})

describe('the transaction page', () => {
  it('shows date, kind, and each account on its debit or credit side, without mere cash lines', async () => {
    answer(TRANSACTION)
    await screen.findByRole('heading', { level: 1, name: 'Invoice TK-7' })
    const rows = screen.getAllByRole('row').map(({ textContent }) => textContent)
    expect(rows).toEqual(['AccountsDebitCredit', 'Accounts receivable$105.00', 'Sales$105.00'])
    const [, , credited] = screen.getAllByRole('row')
    expect(
      credited &&
        within(credited)
          .getAllByRole('cell')
          .map((cell) => cell.textContent),
    ).toEqual(['', '$105.00'])
    const account = screen.getByRole('link', { name: 'Sales' })
    expect(account.getAttribute('href')).toBe('/b/northwind/accounts/Sales')
  })

  it('links to its document and to the transaction it reverses', async () => {
    answer({ ...TRANSACTION, notes: 'Sent twice', reverses: { id: 'T0', description: 'Invoice TK-6' } })
    const found = await screen.findByRole('link', { name: 'Look for TK-7' })
    expect(found.getAttribute('href')).toBe('/b/northwind/search?q=TK-7')
    const undone = screen.getByRole('link', { name: 'Invoice TK-6' })
    expect(undone.getAttribute('href')).toBe('/b/northwind/transactions/T0')
    expect(screen.getByText('Sent twice')).toBeDefined()
  })

  it('reports a transaction of another business as not found', async () => {
    answer(null)
    expect(await screen.findByText(/We can’t find this transaction/)).toBeDefined()
  })

  it.each([
    ['INVOICE_PAYMENT', 'Payment of invoice 1042', '1042'],
    ['INVOICE', 'Rechnung R-7/26', 'R-7/26'],
    ['INVOICE', 'An invoice', undefined],
    ['WITHDRAWAL', 'Rent 2026', undefined],
  ] as const)('shows a document number only if there is one: %s, "%s"', (kind, description, number) => {
    expect(numberIn({ kind, description })).toBe(number)
  })
})
