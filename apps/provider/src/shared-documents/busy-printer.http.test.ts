import { listen } from '@counterfoil/service/http/listen-and-stop'
import { createMetrics } from '@counterfoil/service/telemetry/metrics'
import { until } from '@counterfoil/testkit/until'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPdfPrinter } from '#books/printing/pdf-printer.ts'
import { startProvider, type ProviderFixture } from '#testing/provider-fixture.ts'
import { createApp } from '../provider.ts'
import { createDocumentAuthor } from './testing/document-author.ts'

const FAILING = new URL('../testing/failing-printer.ts', import.meta.url)
/** The documents of one address at a time: one being printed and three in the queue. */
const SHARE = 4

describe('a full printer', () => {
  let provider: ProviderFixture
  let invoice: (number: string) => Promise<string>
  beforeAll(async () => {
    provider = await startProvider({ env: { PROVIDER_TRUSTED_PROXIES: '1' } })
    const author = await createDocumentAuthor(provider)
    const incomeAccountId = await author.incomeAccount()
    const product = { name: 'Rope', unitPrice: '10', incomeAccountId }
    const productId = (await author.change('productCreate', 'product { id }', product)).product.id
    const customerId = (await author.change('customerCreate', 'customer { id }', { name: 'Ada' })).customer.id
    invoice = async (invoiceNumber) => {
      const input = { customerId, invoiceNumber, items: [{ productId }], status: 'SAVED' }
      const made = await author.change('invoiceCreate', 'invoice { viewUrl }', input)
      return new URL(made.invoice.viewUrl).pathname
    }
  })
  afterAll(() => provider.close())

  /** Starts the provider with a printer that is controlled by the number of a document. */
  async function startPrinting(db = provider.deps.db) {
    const printer = createPdfPrinter({ clock: Date.now, program: FAILING })
    let asked = 0
    const printPdf: typeof printer.printPdf = (...args) => {
      asked += 1
      return printer.printPdf(...args)
    }
    const metrics = createMetrics({ service: 'provider' })
    const app = createApp({ ...provider.deps, db, metrics, printPdf }, { isStopping: () => false })
    const listening = await listen(app, { host: '127.0.0.1', port: 0 })
    return {
      asked: () => asked,
      print: (path: string, address: string) =>
        fetch(`${listening.url}${path}/pdf`, { headers: { 'x-forwarded-for': address } }),
      async close() {
        await printer.close()
        await listening.close(1_000)
      },
    }
  }

  it('answers 503 with Retry-After beyond the share of an address, and prints for another address', async () => {
    const printing = await startPrinting()
    const endless = await Promise.all(
      Array.from({ length: SHARE + 1 }, (_, at) => invoice(`NEVER ENDS ${at}`)),
    )
    const short = await invoice('SHORT 1')
    const waiting = endless.slice(0, SHARE).map((path) => printing.print(path, '198.51.100.1'))
    await until('all of the share are printed or wait', () => printing.asked() === SHARE)
    const beyond = await printing.print(endless[SHARE] ?? '', '198.51.100.1')
    expect(beyond.status).toBe(503)
    expect(Number(beyond.headers.get('retry-after'))).toBeGreaterThan(0)
    const other = await printing.print(short, '198.51.100.2')
    expect(await other.text()).toBe('SHORT 1')
    await printing.close()
    await Promise.allSettled(waiting)
  })

  it('reads two documents of one address at once, however many it asks for', async () => {
    const paths = await Promise.all(Array.from({ length: 12 }, (_, at) => invoice(`READ ${at}`)))
    const running = new Set<unknown>()
    let most = 0
    const counted = provider.deps.db.withPlugin({
      transformQuery({ queryId, node }) {
        most = Math.max(most, running.add(queryId).size)
        return node
      },
      async transformResult({ queryId, result }) {
        running.delete(queryId)
        return result
      },
    })
    const printing = await startPrinting(counted)
    await Promise.all(paths.map((path) => printing.print(path, '198.51.100.3')))
    expect(most).toBe(2)
    await printing.close()
  })

  it('prints a document once for simultaneous requests', async () => {
    const printing = await startPrinting()
    const path = await invoice('COUNTS 1')
    const asked = Array.from({ length: 24 }, () => printing.print(path, '198.51.100.1'))
    const answers = await Promise.all(asked)
    expect(answers.map(({ status }) => status)).toEqual(asked.map(() => 200))
    expect(new Set(await Promise.all(answers.map((answer) => answer.text())))).toEqual(new Set(['1']))
    await printing.close()
  })
})
