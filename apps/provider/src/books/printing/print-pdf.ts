import pdfmake from 'pdfmake'
import { layOutPdf } from './pdf-layout.ts'
import type { PrintedDocument } from './printed-document.ts'

/** The two weights that documents are set in, of the font that comes with the library: Latin, Greek and Cyrillic. */
const FONTS = { normal: fontPath('Regular'), bold: fontPath('Medium') }

/**
 * Prints a document as PDF, in the thread that calls it: up to a second of work, so that is a thread of `pdf-printer.ts`.
 * Nothing is read but the font: no address and no file that a document could name.
 */
export async function printPdf(document: PrintedDocument): Promise<Uint8Array> {
  pdfmake.setFonts({ Roboto: { ...FONTS } })
  pdfmake.setUrlAccessPolicy(() => false)
  pdfmake.setLocalAccessPolicy((path) => path === FONTS.normal || path === FONTS.bold)
  const print = (printed: PrintedDocument) => pdfmake.createPdf(layOutPdf(printed)).getBuffer()
  if (document.business.logoUrl === null) return print(document)
  // A picture that cannot be read costs the logo, not the document.
  return print(document).catch(() =>
    print({ ...document, business: { ...document.business, logoUrl: null } }),
  )
}

function fontPath(weight: 'Regular' | 'Medium'): string {
  return decodeURIComponent(
    new URL(import.meta.resolve(`pdfmake/fonts/Roboto/Roboto-${weight}.ttf`)).pathname,
  )
}
