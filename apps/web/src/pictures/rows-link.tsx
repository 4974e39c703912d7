import { useFigures } from './figures-context.tsx'

/** Shows a number or name that links to its rows; plain text if there are none to show. */
export function RowsLink(props: {
  readonly to: string
  readonly text: string
  /** The description of the target, spoken after the text: "9 invoices". */
  readonly heard: string
}) {
  const { to, text, heard } = props
  const { Link, words } = useFigures()
  if (Link === undefined) return text
  return (
    // An accessible name instead of hidden text, so that a copied or saved picture has the number once.
    <Link to={to} label={`${text}${words.of(heard)}`}>
      {text}
    </Link>
  )
}

/** The link of a `**…**` in a text. */
export interface Lead {
  readonly to: string
  readonly heard: string
}

/** Shows a text of the catalogue in which each `**…**` is strong and links to its rows. */
export function LinkedText(props: {
  readonly text: string
  /** The links in the order of the text. */
  readonly leads: readonly Lead[]
}) {
  const { text, leads } = props
  return sentenceCase(text)
    .split('**')
    .map((part, index) => {
      if (index % 2 === 0) return part
      const lead = leads[(index - 1) / 2]
      return <strong key={index}>{lead === undefined ? part : <RowsLink {...lead} text={part} />}</strong>
    })
}

/** Capitalizes the start of a sentence: an amount may be the first word, as in "About $1,000 is owed to you." */
export function sentenceCase(text: string): string {
  return text.replace(/^\**\p{Ll}/u, (start) => start.toUpperCase())
}
