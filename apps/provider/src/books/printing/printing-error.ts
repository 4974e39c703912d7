/** Why a document was not printed. Stable, in logs and beside messages that are tried again. */
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
