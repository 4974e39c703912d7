import { cleanup, screen } from '@testing-library/react'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { caseCount } from '@counterfoil/testkit/sample'
import { FIGURES_CALL, giveScreen, startFakeBff } from '#testing/app-fixture.ts'
import { dayLate, TODAY, WORLD, type World, type WorldInvoice } from '#testing/worlds.ts'
import { createFigureFormat } from '#words/figure-format.ts'

const bff = startFakeBff()
beforeEach(() => giveScreen())

const MANY = 100_000
const totalOf = ({ reach, invoices }: World) => (reach === 'many' ? MANY : invoices.length)
const decimal = ({ currency: { exponent }, due }: WorldInvoice) => (due / 10 ** exponent).toFixed(exponent)
const statusOf = ({ due, daysLate }: WorldInvoice) =>
  due < 0 ? 'OVERPAID' : due === 0 ? 'PAID' : daysLate > 0 ? 'OVERDUE' : 'SENT'

/** Returns the invoice list of a provider with these books. */
function answerOf(world: World) {
  const edges = world.invoices.map((invoice, place) => ({
    node: {
      ...{
        id: `i${place}`,
        invoiceNumber: `${place}`,
        invoiceDate: TODAY,
        dueDate: dayLate(invoice.daysLate),
      },
      ...{ status: statusOf(invoice), customer: { id: 'fern', name: 'Fern & Co' } },
      total: { value: decimal(invoice), currency: { code: invoice.currency.code } },
      amountDue: { value: decimal(invoice) },
    },
  }))
  const pageInfo = { totalCount: totalOf(world) }
  return { data: { business: { id: 'B', timezone: 'UTC', invoices: { edges, pageInfo } } } }
}

/** Returns the expected state of a listed invoice from its open amount and due date alone. */
function expectedState({ due, daysLate }: WorldInvoice): string | RegExp {
  if (due < 0) return 'Overpaid'
  if (due === 0) return 'Paid'
  if (daysLate > 0) return daysLate === 1 ? '1 day late' : `${daysLate} days late`
  return daysLate === 0 ? 'due today' : /^Sent/
}

async function show(world: World) {
  cleanup()
  bff.answers(FIGURES_CALL, () => answerOf(world))
  bff.open('/invoices')
  if (world.invoices.length === 0 && world.reach !== 'many') {
    await screen.findByText(/invoices yet|No invoices/i)
    return []
  }
  if (world.invoices.length === 0) return undefined
  await screen.findAllByText('Fern & Co')
  return [...document.querySelectorAll('.list tbody tr')].map((row) =>
    [...row.querySelectorAll('th, td')].map((cell) => cell.textContent),
  )
}

describe('the invoice list', () => {
  it('shows the number of invoices, and the days late and amount due of each', async () => {
    await fc.assert(
      fc.asyncProperty(WORLD, async (world) => {
        const rows = await show(world)
        fc.pre(rows !== undefined)
        const total = totalOf(world)
        if (total > 0) {
          const counted = `${total.toLocaleString('en')} ${total === 1 ? 'invoice' : 'invoices'}`
          expect(document.querySelector('.list-head strong')?.textContent.trim()).toBe(counted)
        }
        expect(rows).toHaveLength(world.invoices.length)
        world.invoices.forEach((invoice, place) => {
          const text = (rows?.[place] ?? []).map((cell) => cell ?? '')
          const state = expectedState(invoice)
          expect(text.some((cell) => (typeof state === 'string' ? cell === state : state.test(cell)))).toBe(
            true,
          )
          const amount = createFigureFormat('en', invoice.currency).exact(invoice.due)
          expect(text.at(-1)?.replaceAll('\u00A0', ' ')).toBe(amount.replaceAll('\u00A0', ' '))
          expect(text.at(-2)).toBe(invoice.due > 0 ? text.at(-1) : '–')
        })
      }),
      { numRuns: caseCount({ all: 300, sampled: 12 }) },
    )
  })
})
