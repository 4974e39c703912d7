import { useFigures } from './figures-context.tsx'

/** A number or name that leads to the rows it is made of; where there are none to see, it is plain text. */
export function RowsLink(props: {
  readonly to: string
  readonly text: string
  /** What is found there, heard after the text: "9 invoices". */
  readonly heard: string
}) {
  const { to, text, heard } = props
  const { Link, words } = useFigures()
  if (Link === undefined) return text
  return (
    // Heard and not hidden text: what is copied and saved of a picture holds it once.
    <Link to={to} label={`${text}${words.of(heard)}`}>
      {text}
    </Link>
  )
}

/** Where a `**…**` of a text leads. */
export interface Lead {
  readonly to: string
  readonly heard: string
}

/** A text of the catalogue in which each `**…**` is strong, and leads to the rows it is made of. */
export function LinkedText(props: {
  readonly text: string
  /** In the order of the text. */
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

/** Begins a sentence with a capital letter: an amount may be the first word, as in "About $1,000 is owed to you." */
export function sentenceCase(text: string): string {
  return text.replace(/^\**\p{Ll}/u, (start) => start.toUpperCase())
}
