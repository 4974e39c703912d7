import process from 'node:process'
import type { PrintedDocument } from '#books/printing/printed-document.ts'

let printed = 0

/** A printer module that is controlled by the number of a document; a final counter in that number is ignored. */
export async function printPdf({ number }: PrintedDocument): Promise<Uint8Array> {
  switch (number.replace(/ \d+$/, '')) {
    case 'ENDS':
      return process.exit(3)
    case 'THROWS':
      throw new Error('No such glyph')
    case 'FILLS MEMORY':
      return fillMemory([])
    case 'NEVER ENDS':
      return new Promise<never>((resolve) => setInterval(resolve, 2 ** 30))
    case 'COUNTS':
      printed += 1
      return new TextEncoder().encode(String(printed))
    case 'SETTINGS':
      return new TextEncoder().encode(JSON.stringify(process.env))
    default:
      return new TextEncoder().encode(number)
  }
}

function fillMemory(held: string[][]): never {
  while (true) held.push(Array.from({ length: 100_000 }, (_, index) => `${index} of ${held.length}`))
}
