import type { RenderLetter } from '@counterfoil/bff-api/letter'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describeToDo } from '#features/overview/first/describe-to-do.ts'
import { HeadlineText } from '#features/overview/first/headline-text.tsx'
import type { OverviewFigures } from '#figures/overview.ts'
import type { ToDo } from '#figures/to-do.ts'
import { FiguresProvider } from '#pictures/figures-context.tsx'
import { SumMoney } from '#pictures/money.tsx'
import { RowsLink } from '#pictures/rows-link.tsx'
import { allLanguages } from '#words/all-words.ts'
import { usePartWords, useWords, WordsProvider } from '#words/words.tsx'

type LetterFacts = Parameters<RenderLetter>[0]

/** Inline styles: mail programs support neither style sheets nor custom properties. */
const STYLES = {
  body: {
    fontFamily: 'system-ui, sans-serif',
    fontSize: 16,
    lineHeight: 1.5,
    maxWidth: '36em',
    margin: '0 auto',
    padding: 16,
  },
  heading: { fontSize: 22, lineHeight: 1.25 },
  small: { fontSize: 14 },
} as const

/** Writes the letter with the sentences and things to do of the overview, as HTML with links into the app, and as text. */
export const renderLetter: RenderLetter = (letter) => {
  const { reader, readAt } = letter
  const figures = letter.figures as unknown as OverviewFigures
  const language = allLanguages(reader)[reader.locale]
  const { currency } = figures
  const Link = (props: { readonly to: string; readonly children: ReactNode }) => (
    <a href={letter.home + props.to}>{props.children}</a>
  )
  const markup = (isLinked: boolean) =>
    renderToStaticMarkup(
      <WordsProvider
        locale={reader.locale}
        region={reader}
        language={language}
        bootNowMs={Date.parse(readAt)}
        bootZone={reader.timeZone}
      >
        <FiguresProvider
          about={{
            ...{ connectionKey: '', readAt, currency, provider: letter.provider },
            Link: isLinked ? Link : undefined,
          }}
        >
          <Letter letter={letter} figures={figures} />
        </FiguresProvider>
      </WordsProvider>,
    )
  const linked = markup(true)
  const [, subject = ''] = /<h1[^>]*>(.*?)<\/h1>/s.exec(linked) ?? []
  return {
    subject: textOfMarkup(subject),
    html: `<!doctype html><html lang="${reader.locale}"><head><meta charset="utf-8"><title>${subject}</title></head>${linked}</html>`,
    text: textOfMarkup(markup(false)),
  }
}

function Letter({ letter, figures }: { readonly letter: LetterFacts; readonly figures: OverviewFigures }) {
  const { format, t, words } = useWords('letter')
  const { provider, readAt } = letter
  return (
    <body style={STYLES.body}>
      <h1 style={STYLES.heading}>{words.subject(letter.business ?? t.app.yourBusiness)}</h1>
      <HeadlineText headline={figures.headline} outlook={figures.outlook} />
      {figures.toDo && <ToDoList items={figures.toDo} />}
      <p>
        <a href={`${letter.home}/`}>{words.open}</a>
      </p>
      <p style={STYLES.small}>{words.read(provider, format.date(readAt), format.clock(readAt))}</p>
      <p style={STYLES.small}>
        {words.why(provider)} <a href={letter.stop}>{words.stop}</a>
      </p>
    </body>
  )
}

function ToDoList(props: { readonly items: readonly ToDo[] }) {
  const words = usePartWords('to_do')
  return (
    <>
      <h2 style={STYLES.heading}>{words.title}</h2>
      {props.items.length === 0 && <p>{words.nothing}</p>}
      <ul>
        {props.items.map((item) => {
          const { to, action, reason } = describeToDo(item, words)
          return (
            <li key={item.key}>
              <RowsLink to={to} text={action} heard={reason} />
              {'amount' in item && (
                <>
                  {' · '}
                  <SumMoney sum={item.amount} isAbout={item.isAbout} />
                </>
              )}
              <br />
              {reason}
            </li>
          )
        })}
      </ul>
    </>
  )
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
}

/** Returns the text of rendered HTML for mail programs without HTML. Each link is followed by its address. */
export function textOfMarkup(markup: string): string {
  return markup
    .replaceAll(/<a [^>]*?href="([^"]*)"[^>]*>(.*?)<\/a>/gs, '$2: $1')
    .replaceAll(/<li[^>]*>/g, '- ')
    .replaceAll(/<br\/>/g, '\n  ')
    .replaceAll(/<\/(?:p|h1|h2|ul)>/g, '\n\n')
    .replaceAll('</li>', '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity] ?? entity)
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}
