import { Piscina } from 'piscina'
import type { PrintedDocument } from './printed-document.ts'
import { PrintingError } from './printing-error.ts'

/** @throws PrintingError when it is not printed; what is printed next is not touched by that */
export type PdfPrinter = (document: PrintedDocument) => Promise<Uint8Array>

export type PrinterLimits = {
  readonly threads: number
  /** Documents that wait for a thread; what comes beyond is refused at once. */
  readonly waiting: number
  /** From the call to the PDF, waiting included. */
  readonly deadlineMs: number
  /** Memory of one thread. */
  readonly maxMegabytes: number
}

/** The longest document, 1,000 items of 2,000 characters each, takes 25 s and more than 256 MB. */
const LIMITS: PrinterLimits = { threads: 2, waiting: 20, deadlineMs: 60_000, maxMegabytes: 512 }
/** A thread that nobody needs ends: starting one takes half a second, keeping one 60 MB. */
const IDLE_MS = 60_000

/**
 * Prints documents as PDF, in threads of their own: printing one takes up to a second of work, in which this thread
 * answers others. The threads begin with the first document, and know none of the settings of the process.
 *
 * @param options.program Module whose `printPdf` the threads call.
 */
export function createPdfPrinter({
  program = new URL('./print-pdf.ts', import.meta.url),
  limits: { threads, waiting, deadlineMs, maxMegabytes } = LIMITS,
}: { readonly program?: URL; readonly limits?: PrinterLimits } = {}): {
  readonly printPdf: PdfPrinter
  /** Ends the threads; a document that is being printed fails. */
  readonly close: () => Promise<void>
} {
  const pool = new Piscina<PrintedDocument, Uint8Array>({
    filename: program.href,
    name: 'printPdf',
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: IDLE_MS,
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: maxMegabytes },
  })
  return {
    async printPdf(document) {
      if (pool.queueSize >= waiting) throw new PrintingError('PRINTER_BUSY')
      const deadline = AbortSignal.timeout(deadlineMs)
      try {
        return await pool.run(document, { signal: deadline })
      } catch (cause) {
        throw new PrintingError(deadline.aborted ? 'PRINTER_TIMEOUT' : 'PRINTER_FAILED', { cause })
      }
    },
    close: () => pool.destroy(),
  }
}
