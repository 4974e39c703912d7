import { printedDe } from '#words/generated/printed.de.ts'
import { printedEn } from '#words/generated/printed.en.ts'
import { printedFr } from '#words/generated/printed.fr.ts'
import type { DocumentLocale } from './printed-document.ts'

/** Every word that we ourselves put on a document, in one language. */
type PrintedWords = typeof printedEn

const WORDS: Readonly<Record<DocumentLocale, PrintedWords>> = { en: printedEn, fr: printedFr, de: printedDe }

export function printedWords(locale: DocumentLocale): PrintedWords {
  return WORDS[locale]
}
