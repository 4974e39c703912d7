import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import type { PrintedDocument } from './printed-document.ts'
import { buildPrintedFacts, type PrintedColumn, type PrintedFacts } from './printed-facts.ts'
import { printedWords } from './printed-words.ts'
import {
  beginsRightToLeft,
  breakLongWords,
  hasRightToLeft,
  type TextPiece,
  type TextRun,
} from './text-runs.ts'

type Looks = { readonly colour: string; readonly broken: SetText }

const INK = '#1f2328'
const MUTED = '#57606a'
const HAIRLINE = '#d0d7de'
const PLAIN_ACCENT = '#24527a'
const MARGIN_PT = 48
const FONT_SIZE = 9.5
/** The number of characters that fit beside the widest amounts. */
const LONGEST_WORD = 26
const LOGO_BOX_PT: [width: number, height: number] = [180, 60]
/** The maximum size of a logo. Larger ones are omitted, so that the PDF is small enough for e-mail. */
const MAX_LOGO_CHARACTERS = 700_000
const ACCENT = /^#[0-9a-f]{6}$/i
const LOGO = /^data:image\/(?:png|jpeg);base64,[A-Za-z0-9+/]+=*$/

/** Makes long words of a text breakable, at a font size in points. */
type SetText = (text: string, fontSize?: number) => string | TextPiece[]

/**
 * Returns the PDF layout of a document.
 *
 * @param runsOf Splits a text into parts that each have one font.
 */
export function layOutPdf(
  document: PrintedDocument,
  runsOf: (text: string) => readonly TextRun[] = (text) => [{ text, font: undefined }],
): TDocumentDefinitions {
  const broken: SetText = (text, fontSize = FONT_SIZE) =>
    breakLongWords(runsOf(text), Math.floor((LONGEST_WORD * FONT_SIZE) / fontSize))
  const words = printedWords(document.locale)
  const printed = buildPrintedFacts(document)
  const accent = document.business.accentColor ?? ''
  const colour = ACCENT.test(accent) ? accent : PLAIN_ACCENT
  return {
    pageSize: document.paper,
    pageMargins: [MARGIN_PT, MARGIN_PT + 12, MARGIN_PT, MARGIN_PT + 16],
    language: document.locale,
    info: { title: `${document.title} ${document.number}`, author: document.business.name },
    defaultStyle: { font: 'Roboto', fontSize: FONT_SIZE, lineHeight: 1.25, color: INK },
    background: (_page, { width }) => ({
      canvas: [{ type: 'rect', x: 0, y: 0, w: width, h: 10, color: colour }],
    }),
    footer: (page, pages) => ({
      margin: [MARGIN_PT, 18, MARGIN_PT, 0],
      fontSize: 8,
      color: MUTED,
      columns: [
        { text: broken(`${document.business.name} – ${document.title} ${document.number}`), width: '*' },
        { text: words.page(page, pages), alignment: 'right', width: 'auto' },
      ],
    }),
    content: [
      heading(document, broken),
      parties(document, printed, broken),
      items(document, printed, { colour, broken }),
      sums(printed, { colour, broken }),
      ...howToPay(printed, broken),
      ...note(document.memo, broken),
      ...note(document.footer, broken),
    ],
  }
}

function heading({ business, title, subhead }: PrintedDocument, broken: SetText): Content {
  const hasLogo =
    business.logoUrl !== null && business.logoUrl.length <= MAX_LOGO_CHARACTERS && LOGO.test(business.logoUrl)
  return {
    columns: [
      {
        width: '*',
        stack: [
          ...(hasLogo ? [{ image: business.logoUrl, fit: LOGO_BOX_PT, margin: below(8) }] : []),
          { text: broken(business.name, 14), fontSize: 14, bold: true, margin: below(2) },
          ...business.lines.map((text) => ({ text: broken(text), color: MUTED })),
        ],
      },
      {
        width: '*',
        stack: [
          { text: broken(title, 22), fontSize: 22, bold: true, alignment: 'right' },
          ...(subhead === null ? [] : [{ text: broken(subhead), alignment: 'right' as const, color: MUTED }]),
        ],
      },
    ],
    columnGap: 24,
    margin: below(24),
  }
}

function parties(
  { kind, locale, customer }: PrintedDocument,
  { facts, amountDue }: PrintedFacts,
  broken: SetText,
): Content {
  const words = printedWords(locale)
  return {
    columns: [
      {
        width: '*',
        stack: [
          { text: words.customerOf[kind], color: MUTED },
          { text: broken(customer.name), bold: true },
          ...customer.lines.map((text) => ({ text: broken(text) })),
        ],
      },
      {
        width: '*',
        layout: 'noBorders',
        table: {
          widths: ['*', 'auto'],
          body: [...facts, ...(amountDue === undefined ? [] : [amountDue])].map(([label, value], index) => [
            { text: label, color: MUTED, alignment: 'right' },
            { text: broken(value), alignment: 'right', bold: index >= facts.length },
          ]),
        },
      },
    ],
    columnGap: 24,
    margin: below(20),
  }
}

function items(document: PrintedDocument, { columns }: PrintedFacts, { colour, broken }: Looks): Content {
  const shown: readonly PrintedColumn[] = columns
  if (shown.length === 0) return { text: '' }
  const empty = [{ text: printedWords(document.locale).noItems, color: MUTED, colSpan: shown.length }]
  const rows: TableCell[][] = document.items.map((item) =>
    shown.map((column) => {
      const { text, note: below } = column.cell(item)
      return {
        stack: [
          { text: broken(text), alignment: column.isAmount ? 'right' : sideOf(text) },
          ...(below === null
            ? []
            : [{ text: broken(below), alignment: sideOf(below), color: MUTED, fontSize: 8.5 }]),
        ],
      }
    }),
  )
  return {
    margin: below(12),
    layout: {
      hLineWidth: (line, { table }) => (line === 0 ? 0 : line === 1 || line === table.body.length ? 1 : 0.5),
      hLineColor: (line) => (line === 1 ? colour : HAIRLINE),
      vLineWidth: () => 0,
      paddingTop: () => 5,
      paddingBottom: () => 5,
      paddingLeft: (column) => (column === 0 ? 0 : 8),
      paddingRight: (column) => (column === shown.length - 1 ? 0 : 8),
    },
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: shown.map(({ isAmount }) => (isAmount ? 'auto' : '*')),
      body: [
        shown.map(({ heading: text, isAmount }) => ({
          text: broken(text),
          bold: true,
          alignment: isAmount ? 'right' : sideOf(text),
        })),
        ...(rows.length === 0 ? [[...empty, ...shown.slice(1).map(() => '')]] : rows),
      ],
    },
  }
}

function sums({ sums: parts, total, payments, amountDue }: PrintedFacts, { colour, broken }: Looks): Content {
  const line = ([label, amount]: readonly [string, string], { bold } = { bold: false }): TableCell[] => [
    { text: broken(label), alignment: 'right', bold },
    { text: broken(amount), alignment: 'right', bold },
  ]
  const body = [
    ...parts.map((each) => line(each)),
    line(total, { bold: true }),
    ...payments.map((each) => line(each)),
    ...(amountDue === undefined ? [] : [line(amountDue, { bold: true })]),
  ]
  return {
    unbreakable: body.length < 20,
    margin: below(16),
    columns: [
      { width: '*', text: '' },
      {
        width: 'auto',
        layout: {
          hLineWidth: (row) =>
            row === parts.length || (amountDue !== undefined && row === body.length) ? 1 : 0,
          hLineColor: (row) => (row === parts.length ? HAIRLINE : colour),
          vLineWidth: () => 0,
          paddingTop: () => 3,
          paddingBottom: () => 3,
          paddingLeft: (column) => (column === 0 ? 0 : 16),
          paddingRight: () => 0,
        },
        table: { widths: ['auto', 'auto'], body },
      },
    ],
  }
}

function howToPay({ howToPay: said }: PrintedFacts, broken: SetText): readonly Content[] {
  if (said === undefined) return []
  const [heading, details] = said
  return [
    {
      unbreakable: true,
      stack: [
        { text: broken(heading), bold: true },
        ...details.split('\n').map((line) => ({ text: broken(line), alignment: sideOf(line) })),
      ],
      margin: below(12),
    },
  ]
}

/** Returns the side at which the text begins. */
function sideOf(text: string): 'left' | 'right' {
  return beginsRightToLeft(text) ? 'right' : 'left'
}

/** Returns a note whose paragraphs are each aligned by their own direction of writing. */
function note(text: string | null, broken: SetText): readonly Content[] {
  if (text === null) return []
  const paragraphs = hasRightToLeft(text) ? text.split('\n') : [text]
  return [
    {
      stack: paragraphs.map((each) => ({
        text: broken(each),
        alignment: sideOf(each),
      })),
      color: MUTED,
      margin: below(8),
    },
  ]
}

function below(points: number): [number, number, number, number] {
  return [0, 0, 0, points]
}
