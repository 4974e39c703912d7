import type { Clock } from '@counterfoil/service/values/clock'
import { Piscina } from 'piscina'
import { sha256Hex } from '#crypto/signed-text.ts'
import { createWaitingQueues } from '#http/waiting-queues.ts'
import type { PrintedDocument } from './printed-document.ts'

/**
 * Prints a document for a caller, which is a network or the worker that sends mail.
 *
 * @throws PrintingError if printing fails; later documents are not affected
 */
export type PdfPrinter = (document: PrintedDocument, caller: string) => Promise<Uint8Array>

export type PrinterLimits = {
  readonly threads: number
  /** The maximum number of waiting documents. Further ones are refused at once. */
  readonly waiting: number
  /** The maximum number of waiting documents of a caller that already has one in print. */
  readonly waitingPerCaller: number
  /** The maximum waiting time of a document, in milliseconds. */
  readonly longestWaitMs: number
  /** The time limit of one print, from its assignment to a thread, in milliseconds. */
  readonly deadlineMs: number
  /** The memory limit of one thread. */
  readonly maxMegabytes: number
  /** The size of the PDF cache. */
  readonly keptBytes: number
}

/** The limits for the longest document: 1,000 items of 2,000 characters each take 25 s and more than 256 MB. */
const LIMITS: PrinterLimits = {
  threads: 2,
  waiting: 20,
  waitingPerCaller: 3,
  longestWaitMs: 30_000,
  deadlineMs: 60_000,
  maxMegabytes: 512,
  keptBytes: 32_000_000,
}
/** The time in milliseconds after which an idle thread ends. Starting one takes half a second, keeping one takes 60 MB. */
const IDLE_MS = 60_000

/**
 * Creates a PDF printer with its own threads: printing uses up to a second of CPU time, which would block this thread. The
 * threads start with the first document and without the environment variables of the process. Each revision of a document is
 * printed once, also for simultaneous callers, and one caller uses one thread at a time.
 *
 * @param options.program The module whose `printPdf` the threads call.
 */
export function createPdfPrinter({
  clock,
  program = new URL('./print-pdf.ts', import.meta.url),
  limits = LIMITS,
}: {
  readonly clock: Clock
  readonly program?: URL
  readonly limits?: PrinterLimits
}): {
  readonly printPdf: PdfPrinter
  /** Ends the threads. A document that is being printed fails. */
  readonly close: () => Promise<void>
} {
  const { threads, waiting, waitingPerCaller, longestWaitMs, deadlineMs, maxMegabytes } = limits
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
  const callers = createWaitingQueues<string>({ atOnce: 1, waiting: waitingPerCaller, longestWaitMs }, clock)
  const all = createWaitingQueues<'all'>({ atOnce: threads, waiting, longestWaitMs }, clock)
  const kept = createKeptPdfs(limits.keptBytes)
  const printing = new Map<string, Promise<Uint8Array>>()
  const refuse = () => new PrintingError('PRINTER_BUSY')

  async function print(document: PrintedDocument): Promise<Uint8Array> {
    const deadline = AbortSignal.timeout(deadlineMs)
    try {
      return await pool.run(document, { signal: deadline })
    } catch (cause) {
      throw new PrintingError(deadline.aborted ? 'PRINTER_TIMEOUT' : 'PRINTER_FAILED', { cause })
    }
  }

  return {
    async printPdf(document, caller) {
      const revision = await sha256Hex(JSON.stringify(document))
      const known = kept.get(revision) ?? printing.get(revision)
      if (known !== undefined) return await known
      const begun = callers
        .run(caller, () => all.run('all', () => print(document), refuse), refuse)
        .then((pdf) => {
          kept.set(revision, pdf)
          return pdf
        })
        .finally(() => printing.delete(revision))
      printing.set(revision, begun)
      return await begun
    },
    close: () => pool.destroy(),
  }
}

/** Creates a cache of the latest PDFs, up to `maxBytes`. */
function createKeptPdfs(maxBytes: number) {
  const pdfs = new Map<string, Uint8Array>()
  let bytes = 0
  const remove = (revision: string) => {
    bytes -= pdfs.get(revision)?.length ?? 0
    pdfs.delete(revision)
  }
  return {
    get(revision: string): Uint8Array | undefined {
      const pdf = pdfs.get(revision)
      if (pdf === undefined) return undefined
      pdfs.delete(revision)
      pdfs.set(revision, pdf)
      return pdf
    },
    set(revision: string, pdf: Uint8Array): void {
      remove(revision)
      pdfs.set(revision, pdf)
      bytes += pdf.length
      for (const oldest of pdfs.keys()) {
        if (bytes <= maxBytes) break
        remove(oldest)
      }
    },
  }
}

/** The reason why a document was not printed. The codes are stable: logs contain them, and messages that are retried. */
type PrintingFault = 'PRINTER_BUSY' | 'PRINTER_TIMEOUT' | 'PRINTER_FAILED'

const TEXTS: Readonly<Record<PrintingFault, string>> = {
  PRINTER_BUSY: 'Too many documents are waiting to be printed',
  PRINTER_TIMEOUT: 'A document was not printed in time',
  PRINTER_FAILED: 'A document could not be printed',
}

export class PrintingError extends Error {
  override readonly name = 'PrintingError'
  readonly code: PrintingFault

  constructor(code: PrintingFault, options?: ErrorOptions) {
    super(TEXTS[code], options)
    this.code = code
  }
}
