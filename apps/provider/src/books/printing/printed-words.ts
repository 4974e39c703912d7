import { printedDe } from '#words/generated/printed.de.ts'
import { printedEn } from '#words/generated/printed.en.ts'
import { printedFr } from '#words/generated/printed.fr.ts'
import type { DocumentLocale } from './printed-document.ts'

/** The fixed texts of documents in one language. */
type PrintedWords = typeof printedEn

const WORDS: Readonly<Record<DocumentLocale, PrintedWords>> = { en: printedEn, fr: printedFr, de: printedDe }

/** Returns the function that describes the entry of a numbered document, in the language of the business. */
export function entryWords(locale: DocumentLocale): PrintedWords['entryOf'] {
  return WORDS[locale].entryOf
}

export function printedWords(locale: DocumentLocale): PrintedWords {
  return WORDS[locale]
}
