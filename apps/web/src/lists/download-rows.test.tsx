import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ListPagesLine } from '@counterfoil/bff-api/list-pages'
import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import {
  alerted,
  button,
  FIGURES_CALL,
  giveScreen,
  press,
  spoken,
  startFakeBff,
} from '#testing/app-fixture.ts'
import { problemAnswer } from '#testing/bff-handlers.ts'

const bff = startFakeBff()
const LIST_CALL = `POST ${BFF_PATHS.connectionList}` as const
const TOTAL = 600
let saved: { readonly name: string; readonly text: Promise<string> }[]

const row = (index: number) => ({
  node: {
    ...{ id: `i${index}`, invoiceNumber: `${index}`, invoiceDate: '2026-11-01', dueDate: '2026-11-30' },
    ...{ status: 'SENT', customer: { id: 'c', name: '=Fern' }, amountDue: { value: '1.50' } },
    total: { value: '1.50', currency: { code: 'CAD' } },
  },
})
const rows = (from: number, count: number) => Array.from({ length: count }, (_, at) => row(from + at))
const business = (edges: readonly object[], totalCount = TOTAL) => ({
  business: { id: 'B', timezone: 'UTC', invoices: { edges, pageInfo: { totalCount } } },
})
const page = (number: number, totalCount = TOTAL): ListPagesLine => ({
  data: business(rows((number - 1) * 250, Math.min(250, totalCount - (number - 1) * 250)), totalCount),
})

/** Answers with a stream whose lines the test sends one by one. */
function stream() {
  const encoder = new TextEncoder()
  let to: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({ start: (controller) => void (to = controller) })
  bff.answers(LIST_CALL, () => new Response(body, { headers: { 'content-type': 'application/x-ndjson' } }))
  return {
    send: (line: ListPagesLine) => to?.enqueue(encoder.encode(`${JSON.stringify(line)}\n`)),
    /** Sends text that may end in the middle of a line. */
    sendText: (text: string) => to?.enqueue(encoder.encode(text)),
    end: () => to?.close(),
  }
}
const answered = (...lines: readonly ListPagesLine[]) => {
  const { send, end } = stream()
  lines.forEach(send)
  end()
}

beforeEach(async () => {
  saved = []
  giveScreen()
  bff.answers(FIGURES_CALL, { data: business(rows(0, 50)) })
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push({ name: '', text: (blob as Blob).text() })
    return 'blob:file'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.splice(-1, 1, { name: this.download, text: saved.at(-1)?.text ?? Promise.resolve('') })
  })
  await import('./save-list-client.ts')
})

/** Returns the message beside the button. */
const note = () => document.querySelector('.list-file > .note')?.textContent

async function begin() {
  bff.open('/invoices')
  fireEvent.click(await screen.findByRole('button', { name: 'Download as CSV' }))
}

describe('downloading a list as a file', () => {
  it('shows its progress, and saves the file when all rows have arrived', async () => {
    const { send, sendText, end } = stream()
    await begin()
    const bar = await screen.findByRole('progressbar', { name: 'Loading all rows…' })
    expect(screen.getByText('0 of 600 rows')).toBeTruthy()
    send(page(1))
    await screen.findByText('250 of 600 rows')
    expect(bar.getAttribute('value')).toBe('250')
    send({ alive: 'waits' })
    await screen.findByText('Harbour is asking for a short wait. Loading continues by itself.')
    const [half, rest] = [JSON.stringify(page(2)).slice(0, 999), JSON.stringify(page(2)).slice(999)]
    sendText(half)
    sendText(`${rest}\n`)
    await screen.findByText('500 of 600 rows')
    expect(screen.queryByText(/short wait/)).toBeNull()
    expect(saved).toEqual([])
    send(page(3))
    send({ end: true })
    end()
    await waitFor(() => expect(spoken()).toContain('Downloaded Northwind Trading Invoices 2026-11-20.csv'))
    const lines = (await saved[0]?.text)?.split('\r\n') ?? []
    expect(lines).toHaveLength(TOTAL + 2)
    expect(lines[1]).toBe("0,'=Fern,2026-11-01,2026-11-30,Sent,1.50,1.50,CAD")
    expect(screen.queryByRole('progressbar')).toBeNull()
  })

  it('requests pages of 250 rows without reading the shown ones again', async () => {
    answered(page(1), page(2), page(3), { end: true })
    await begin()
    await waitFor(() => expect(saved).toHaveLength(1))
    const call = bff.asked.find(({ name }) => name.endsWith('/list'))
    expect(call?.body).toMatchObject({ operationName: 'Invoices', pages: 3, variables: { pageSize: 250 } })
  })

  it.each([
    [
      'a page fails',
      [page(1), { problem: { code: 'provider-unavailable', requestId: 'r' } }],
      /isn’t answering/,
    ],
    ['the answer is cut off', [page(1), page(2), page(3)], /Sorry, there is a problem/],
  ] as const)('saves nothing if %s, shows the reason and can be repeated', async (_case, lines, why) => {
    answered(...(lines as readonly ListPagesLine[]))
    await begin()
    await waitFor(() =>
      expect(note()).toBe('Not every row could be loaded, so there is no file. Nothing was saved.'),
    )
    expect(screen.getAllByText(why)).not.toHaveLength(0)
    await waitFor(() => expect(alerted()).toContain('Nothing was saved'))
    expect(saved).toEqual([])
    answered(page(1), page(2), page(3), { end: true })
    press('Download as CSV')
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(note()).toBeUndefined()
  })

  it('saves nothing if the request is refused', async () => {
    bff.answers(LIST_CALL, () => problemAnswer('rate-limited', 10))
    await begin()
    await waitFor(() => expect(note()).toMatch(/Nothing was saved/))
    expect(screen.getAllByText(/You can try again at/)).not.toHaveLength(0)
    expect(saved).toEqual([])
  })

  it.each([
    ['a row is there twice', [page(1), page(1), page(3)]],
    ['its length changes', [page(1), page(2, 601), page(3, 601)]],
  ])('saves nothing if the list changes meanwhile: %s', async (_case, lines) => {
    answered(...lines, { end: true })
    await begin()
    await waitFor(() => expect(note()).toMatch(/^The list changed while it was being loaded/))
    expect(saved).toEqual([])
  })

  it('restarts by itself if there are more rows than the page knew', async () => {
    let calls = 0
    bff.answers(LIST_CALL, ({ body }) => {
      calls += 1
      const { pages } = body as { readonly pages: number }
      const numbers = Array.from({ length: pages }, (_, at) => at + 1)
      const lines = [...numbers.map((number) => page(number, 760)), { end: true }]
      return new Response(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    })
    await begin()
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(calls).toBe(2)
  })

  it('is cancelled by a press, and saves nothing', async () => {
    const { send, end } = stream()
    await begin()
    send(page(1))
    await screen.findByText('250 of 600 rows')
    press('Cancel')
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
    await waitFor(() => expect(spoken()).toContain('Cancelled. Nothing was saved.'))
    for (const line of [page(2), page(3), { end: true } as const]) send(line)
    end()
    expect(document.activeElement).toBe(button('Download as CSV'))
    expect(saved).toEqual([])
  })

  it('is cancelled when its page is left', async () => {
    const { send, end } = stream()
    await begin()
    send(page(1))
    await screen.findByText('250 of 600 rows')
    fireEvent.click(screen.getByRole('link', { name: 'Unpaid' }))
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
    for (const line of [page(2), page(3), { end: true } as const]) send(line)
    end()
    expect(saved).toEqual([])
  })
})
