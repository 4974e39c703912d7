import { until } from '@counterfoil/testkit/until'
import { afterEach, describe, expect, it } from 'vitest'
import { createPdfPrinter, type PrinterLimits } from './pdf-printer.ts'
import { printedSample } from './testing/printed-sample.ts'

const FAILING = new URL('../../testing/failing-printer.ts', import.meta.url)
const LIMITS: PrinterLimits = {
  threads: 1,
  waiting: 1,
  waitingPerCaller: 1,
  longestWaitMs: 60_000,
  deadlineMs: 60_000,
  maxMegabytes: 64,
  keptBytes: 1_000_000,
}

let printer: ReturnType<typeof createPdfPrinter> | undefined
afterEach(() => printer?.close())

function failingPrinter(limits: Partial<PrinterLimits> = {}) {
  printer = createPdfPrinter({ clock: Date.now, program: FAILING, limits: { ...LIMITS, ...limits } })
  const { printPdf } = printer
  return async (number: string, caller = 'a', memo = '') =>
    new TextDecoder().decode(await printPdf(printedSample({ number, memo }), caller))
}

/** Prints a document; on a busy machine a new thread may start too late for the short deadline of a test. */
const printedAtLast = (print: ReturnType<typeof failingPrinter>, number: string) =>
  until(`${number} is printed`, () => print(number))

describe('the printer', () => {
  it('works in threads of its own and leaves the calling thread free', async () => {
    printer = createPdfPrinter({ clock: Date.now })
    const items = Array.from({ length: 100 }, (_, index) => ({
      name: `Part ${index}`,
      description: null,
      quantity: '1',
      unitPrice: '1.00',
      amount: '1.00',
    }))
    const [here, everywhere] = [process.threadCpuUsage(), process.cpuUsage()]
    const pdf = await printer.printPdf(printedSample({ items }), 'a')
    const ownMicroseconds = process.threadCpuUsage(here).user
    const allMicroseconds = process.cpuUsage(everywhere).user
    expect(new TextDecoder().decode(pdf.slice(0, 5))).toBe('%PDF-')
    expect(ownMicroseconds / allMicroseconds).toBeLessThan(0.3)
  })

  it.each(['ENDS', 'THROWS', 'FILLS MEMORY'])(
    'reports a failure when a thread %s, and prints the next document',
    async (number) => {
      const print = failingPrinter()
      await expect(print(number)).rejects.toMatchObject({ name: 'PrintingError', code: 'PRINTER_FAILED' })
      expect(await print('TK-021')).toBe('TK-021')
    },
  )

  it('gives up at the deadline, and prints the next document', async () => {
    const print = failingPrinter({ deadlineMs: 2_000 })
    await expect(print('NEVER ENDS')).rejects.toMatchObject({ code: 'PRINTER_TIMEOUT' })
    expect(await printedAtLast(print, 'TK-021')).toBe('TK-021')
  })

  it('refuses new documents at once when its queue is full, and still prints the queued one', async () => {
    const print = failingPrinter({ deadlineMs: 2_000 })
    // The first of three documents is printed until the deadline, and so is the queued one.
    const three = ['a', 'b', 'c'].map((caller) => print('NEVER ENDS', caller, caller))
    const ends = await Promise.allSettled(three)
    const codes = ends.map((end) =>
      end.status === 'rejected' ? (end.reason as { code: string }).code : 'printed',
    )
    expect(codes.toSorted()).toEqual(['PRINTER_BUSY', 'PRINTER_TIMEOUT', 'PRINTER_TIMEOUT'])
    expect(await printedAtLast(print, 'TK-024')).toBe('TK-024')
  })

  it('prints a revision of a document once for simultaneous and later callers', async () => {
    const print = failingPrinter({ keptBytes: 2 })
    const answers = await Promise.all(Array.from({ length: 24 }, (_, at) => print('COUNTS', `caller ${at}`)))
    expect(new Set(answers)).toEqual(new Set(['1']))
    expect(await print('COUNTS', 'later')).toBe('1')
    expect(await print('COUNTS', 'a', 'changed')).toBe('2')
    expect(await print('COUNTS', 'a', 'changed again')).toBe('3')
    // The document that was requested longest ago was evicted from the cache.
    expect(await print('COUNTS', 'a', 'changed')).toBe('2')
    expect(await print('COUNTS', 'a')).toBe('4')
  })

  it('keeps a thread free for others, whatever one caller requests, and refuses documents beyond that caller’s share', async () => {
    const print = failingPrinter({ threads: 2, waiting: 10, waitingPerCaller: 3 })
    const greedy = Array.from({ length: 4 }, (_, at) => print('NEVER ENDS', 'greedy', `${at}`))
    for (const each of greedy) each.catch(() => undefined)
    await expect(print('NEVER ENDS', 'greedy', 'one more')).rejects.toMatchObject({ code: 'PRINTER_BUSY' })
    expect(await print('TK-021', 'other')).toBe('TK-021')
    expect(await print('TK-022', 'another')).toBe('TK-022')
  })

  it('passes none of the settings of the process to its threads', async () => {
    expect(await failingPrinter()('SETTINGS')).toBe('{}')
  })
})
